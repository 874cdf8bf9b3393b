import { EntityLink } from '../../ui/resource/entity-link.tsx';

type Source = {
  type?: string | undefined;
  id?: string | undefined;
  title?: string | undefined;
  link?: string | undefined;
};

const documentation: readonly (string | undefined)[] = ['GUIDE', 'ERROR', 'OPERATION'];

/** A link to a part of the documentation, or to a record. */
export function SourceLink({ orgId, of: { type, id, title, link } }: { orgId: string; of: Source }) {
  if (documentation.includes(type) && link?.startsWith('/'))
    return (
      <a href={link} target="_blank" rel="noreferrer noopener">
        {title}
      </a>
    );
  return (
    <EntityLink
      orgId={orgId}
      type={type === 'ARTICLE' ? 'KNOWLEDGE_ARTICLE' : type}
      id={id}
      name={title}
      isBare
    />
  );
}
