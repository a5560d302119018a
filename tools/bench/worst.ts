import { words } from './articles.ts';
import { fire, type Server } from './measure.ts';

const controller = '/api/admin/bench.article';
const filter = (field: string, val: string): string =>
  `search[0][field]=${field}&search[0][operator]=LIKE&search[0][val]=${encodeURIComponent(val)}`;

/** Ten ways to ask for what no index has, each with other values every time. */
const worst: readonly ((number: number) => string)[] = [
  (n) => filter('body', `玄${n}`),
  (n) => filter('body', `黄${n}`) + '&order=title,desc',
  (n) => `order=hot,desc;price,asc;views,desc&page=${(n % 900) + 100}`,
  (n) => `order=status,asc;title,desc&page=${(n % 900) + 1}`,
  (n) => `order=category.name,desc;price,asc&page=${(n % 900) + 1}`,
  (n) => filter('category.name', `${n % 20}`) + '&order=views,asc',
  (n) => `quickSearch=${encodeURIComponent(words.common)}&order=price,desc;views,asc&page=${(n % 90) + 1}`,
  (n) => `${filter('title', String(n % 100))}&order=hot,asc;title,asc`,
  (n) => `limit=1000&order=title,asc;id,desc&page=${n % 50}`,
  (n) => filter('body', `${n}`) + '&order=update_time,asc;price,desc',
];

const others = [
  { name: 'others: first page', path: `${controller}/index?limit=10` },
  { name: 'others: one row', path: `${controller}/edit?id=777` },
  { name: 'others: rare word', path: `${controller}/index?limit=10&quickSearch=${encodeURIComponent(words.chinese)}` },
] as const;

/** Milliseconds that other people wait in the slowest of a hundred answers, alone and while ten people do their worst. */
export async function measureWorst(server: Server, seconds: number): Promise<boolean> {
  console.log(`\np99 of four people's answers         alone    while ten do their worst`);
  let isMet = true;
  for (const { name, path } of others) {
    const alone = await fire(server, { name, path, aim: 0 }, { connections: 4, duration: seconds });
    const stop = annoy(server);
    const beside = await fire(server, { name, path, aim: 0 }, { connections: 4, duration: seconds * 2 });
    const { answered, refused } = await stop();
    const most = Math.max(alone.p99 * 2, 25);
    if (beside.p99 > most || beside.failed > 0) isMet = false;
    console.log(
      `${name.padEnd(36)} ${alone.p99.toFixed(0).padStart(5)} ms ${beside.p99.toFixed(0).padStart(5)} ms ` +
        `(worst ${beside.max.toFixed(0)} ms, ${beside.failed} failed) of at most ${most.toFixed(0)} ms; the ten ` +
        `got ${answered} answers and ${refused} refusals`,
    );
  }
  return isMet;
}

function annoy({ address, headers }: Server): () => Promise<{ answered: number; refused: number }> {
  let isOver = false;
  const counts = { answered: 0, refused: 0 };
  const people = worst.map(async (query, place) => {
    for (let number = place; !isOver; number += worst.length) {
      const answer = await fetch(`${address}${controller}/index?${query(number)}`, { headers });
      if ((await answer.text()).startsWith('{"code":1,')) counts.answered += 1;
      else counts.refused += 1;
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(people);
    return counts;
  };
}
