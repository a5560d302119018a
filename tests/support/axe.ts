import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');

type Impact = 'minor' | 'moderate' | 'serious' | 'critical';
interface Violation {
  readonly id: string;
  readonly impact: Impact;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds wrong with a page as it stands, each with the places where it is; those of some impacts, or all. */
export async function violationsOf(page: Page, impacts?: readonly Impact[]): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Violation[];
  };
  return violations
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`);
}
