import type { ChatModel } from '../models.ts';
import type { Usage } from '../provider/part.ts';
import { tokensIn } from './context.ts';

type Prices = Pick<ChatModel, 'price_in' | 'price_out'>;

/** Points for so many tokens, rounded up. */
export const pointsFor = ({ price_in, price_out }: Prices, input: number, output: number): number =>
  // Prices have four digits behind the point: in whole numbers nothing is rounded on the way.
  Math.ceil((Math.round(price_in * 10_000) * input + Math.round(price_out * 10_000) * output) / 10_000_000);

/** The longest answer in tokens that somebody can pay for; 0 when not even a short one. */
export function affordable(prices: Prices, input: number, points: number, most: number): number {
  if (pointsFor(prices, input, most) <= points) return most;
  const each = Math.round(prices.price_out * 10_000);
  if (each === 0) return 0;
  const left = Math.floor((points * 10_000_000 - Math.round(prices.price_in * 10_000) * input) / each);
  return left >= shortest ? Math.min(left, most) : 0;
}
/** Tokens of an answer that is worth anything. */
const shortest = 64;

/** What was counted, by the provider where it makes sense, else as far as we can say. */
export function countOf(
  usage: Usage | undefined,
  input: number,
  text: string,
): { tokensIn: number; tokensOut: number } {
  const { tokensIn: given, tokensOut } = usage ?? {};
  return {
    tokensIn: given === undefined || given === 0 ? input : given,
    tokensOut: tokensOut === undefined || (tokensOut === 0 && text !== '') ? tokensIn(text) : tokensOut,
  };
}
