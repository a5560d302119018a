import axe from 'axe-core';

/** Serious faults of accessibility in the page as it stands, or in parts of it, each with the first places where it is. */
export async function faultsOfPage(...within: readonly Element[]): Promise<string[]> {
  const { violations } = await axe.run(within.length > 0 ? { include: [...within] } : document, {
    resultTypes: ['violations'],
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`);
}
