import type { KnowledgeArticle, WithId } from '@tradepost/sdk';
import {
  createKnowledgeArticle,
  deleteKnowledgeArticle,
  getKnowledgeArticle,
  listKnowledgeArticles,
  updateKnowledgeArticle,
} from '../../generated/knowledge.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { resourcePages } from '../../ui/resource/index.ts';
import { Time } from '../../ui/time.tsx';

type Article = WithId<KnowledgeArticle>;

const fields = ['title', 'body', 'tags'];
const labels = { body: 'Text, in Markdown', tags: 'Search words' };

export const { ListPage, RecordPage } = resourcePages<Article>({
  noun: ['article', 'articles'],
  path: paths.articles,
  recordPath: paths.article,
  list: {
    operation: listKnowledgeArticles,
    columns: [
      { name: 'Title', cell: ({ title }) => title, width: 'wide' },
      { name: 'Search words', cell: ({ tags = [] }) => tags.join(', ') },
      {
        name: 'Last changed',
        width: 'time',
        cell: ({ lastUpdateTime, creationTime }) => <Time at={lastUpdateTime ?? creationTime} />,
      },
    ],
    empty: 'No articles yet. Every member can read and search the articles of the organization.',
    actions: [
      {
        operation: createKnowledgeArticle,
        label: 'New article',
        kind: 'primary',
        fields,
        labels,
        help: '',
        opens: 'record',
      },
    ],
  },
  record: {
    operation: getKnowledgeArticle,
    title: ({ title, id }) => title || id,
    facts: [{ name: 'Search words', cell: ({ tags = [] }) => tags.join(', ') }],
    actions: [
      { operation: updateKnowledgeArticle, label: 'Edit', fields, labels, help: '' },
      {
        operation: deleteKnowledgeArticle,
        label: 'Delete',
        kind: 'danger',
        question: 'The article is deleted for all members.',
        opens: 'list',
      },
    ],
    sections: [{ title: 'Text', Content: Body }],
    timeline: 'KNOWLEDGE_ARTICLE',
  },
});

function Body({ record: { body } }: { record: Article }) {
  return (
    <Card title="Text">
      {body ? <Markdown of={body} /> : <p className="text-quiet">The article has no text.</p>}
    </Card>
  );
}
