import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

/** Content that replaces a page, with the page frame. */
export const StandalonePage = ({ children }: { children: ReactNode }) => (
  <main className={`${styles.page} ${styles.narrow}`}>{children}</main>
);

type PageProps = { title: string; actions?: ReactNode; children: ReactNode; isAlone?: boolean };

/** A page, whose title is also the window title. `isAlone` is for pages outside of an organization. */
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
  return isAlone ? <StandalonePage>{content}</StandalonePage> : <div className={styles.page}>{content}</div>;
}

/** The facts of a record by name, without absent facts. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .flatMap(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
  </dl>
);
