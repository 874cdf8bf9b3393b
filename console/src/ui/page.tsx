import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

/** What is shown in place of a page and all around it. */
export const Alone = ({ children }: { children: ReactNode }) => (
  <main className={`${styles.page} ${styles.narrow}`}>{children}</main>
);

type PageProps = { title: string; actions?: ReactNode; children: ReactNode; isAlone?: boolean };

/** A page: its title is the window's, too. `isAlone` is for pages outside of an organization. */
export function Page({ title, actions, children, isAlone }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Tradepost`;
  }, [title]);
  const content = (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        {actions}
      </div>
      {children}
    </>
  );
  return isAlone ? <Alone>{content}</Alone> : <div className={styles.page}>{content}</div>;
}

/** Facts of a record, by name. What is absent is left out. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .flatMap(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
  </dl>
);
