import { words } from './articles.ts';

/** One kind of request. `aim` is the least that ours should do, as a multiple of the bare endpoint's requests per second. */
export interface Case {
  readonly name: string;
  readonly aim: number;
  readonly path: string;
  /** Makes the body of a request from its number, and the answer that this connection got last. */
  readonly body?: (
    number: number,
    last: { id: number; version: number } | undefined,
  ) => Readonly<Record<string, unknown>>;
}

const controller = '/api/admin/bench.article';
const search = (word: string): string => `${controller}/index?limit=10&quickSearch=${encodeURIComponent(word)}`;

export const casesOf = (rows: number): readonly Case[] => [
  { name: 'first page, by id', aim: 0.5, path: `${controller}/index?limit=10` },
  { name: 'first page, by views', aim: 0.5, path: `${controller}/index?limit=10&order=views,desc` },
  { name: 'page in the middle', aim: 50, path: `${controller}/index?limit=10&page=${rows / 20}` },
  { name: 'last page, by id', aim: 50, path: `${controller}/index?limit=10&page=${rows / 10}` },
  { name: 'last page, by views', aim: 50, path: `${controller}/index?limit=10&order=views,desc&page=${rows / 10}` },
  { name: 'search, two Chinese characters', aim: 50, path: search(words.chinese) },
  { name: 'search, four Latin letters', aim: 50, path: search(words.latin) },
  { name: 'search, word of half the rows', aim: 10, path: search(words.common) },
  { name: 'search, nothing found', aim: 50, path: search(words.none) },
  {
    name: 'filter with total',
    aim: 0.5,
    path: `${controller}/index?limit=10&search[0][field]=status&search[0][operator]=eq&search[0][val]=live`,
  },
  { name: 'get one row', aim: 0.5, path: `${controller}/edit?id=${rows / 2}` },
  {
    name: 'add',
    aim: 1,
    path: `${controller}/add`,
    body: (number) => ({
      title: `added ${number}`,
      summary: '天地玄黄宇宙洪荒'.repeat(5),
      body: '日月盈昃'.repeat(65),
      category_id: (number % 20) + 1,
      status: 'live',
    }),
  },
  {
    name: 'edit',
    aim: 1,
    path: `${controller}/edit`,
    body: (number, last) => ({ id: last?.id ?? number, version: last?.version ?? 1, title: `changed ${number}` }),
  },
];
