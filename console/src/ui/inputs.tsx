import type { InputHTMLAttributes, SelectHTMLAttributes } from 'react';

/** A single-line input, to be used in a `Field`. The look of inputs is defined in `styles.css` for all of them. */
export const Input = (props: InputHTMLAttributes<HTMLInputElement>) => <input {...props} />;

type Option = string | { value: string; label: string };
type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** The text for no selection; without it, one of the options is always selected. */
  none?: string;
};

/** A selection of one of a few options, to be used in a `Field`. */
export const Select = ({ value, options, onChange, none, ...rest }: SelectProps) => (
  <select {...rest} value={value} onChange={({ target }) => onChange(target.value)}>
    {none !== undefined && <option value="">{none}</option>}
    {options.map((option) => {
      const { value: own, label } = typeof option === 'string' ? { value: option, label: option } : option;
      return (
        <option key={own} value={own}>
          {label}
        </option>
      );
    })}
  </select>
);

type CheckProps = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The reason why the value cannot be changed. */
  reason?: string | undefined;
};

/** A yes or no that is sent with its form. With a reason, it stays accessible by keyboard. */
export const Checkbox = ({ label, checked, onChange, reason }: CheckProps) => (
  <label className={`flex min-h-7 items-center gap-2 ${reason ? 'text-quiet' : ''}`} title={reason}>
    <input
      type="checkbox"
      checked={checked}
      aria-disabled={reason !== undefined}
      onChange={({ target }) => reason === undefined && onChange(target.checked)}
    />
    {label}
  </label>
);

/** A yes or no that takes effect immediately. */
export const Switch = ({ label, checked, onChange, reason }: CheckProps) => (
  <label className="flex min-h-7 items-center gap-2.5" title={reason}>
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-disabled={reason !== undefined}
      aria-label={label}
      onClick={() => reason === undefined && onChange(!checked)}
      className={`h-5 w-9 shrink-0 rounded-full border p-0.5 transition-colors aria-disabled:opacity-60 ${checked ? 'border-accent bg-accent' : 'border-edge bg-raised'}`}
    >
      <span
        className={`block size-3.5 rounded-full transition-transform ${checked ? 'translate-x-4 bg-on-accent' : 'bg-edge'}`}
      />
    </button>
    {label}
  </label>
);
