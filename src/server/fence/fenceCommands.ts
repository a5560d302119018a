import { Problem, type Message } from '#resource';
import type { CommandParam, PluginCommand } from '#plugin';
import { TimeLimitError, within } from '../shared/timeLimit.ts';
import type { Failures } from './failures.ts';
import { pluginOwner, runAs } from './owner.ts';

/** Milliseconds for which what took too long is not asked again: everybody who opens the terminal would wait. */
const probation = 30_000;

interface CommandFence {
  readonly failures: Failures;
  /** Milliseconds for one answer. */
  readonly limit: number;
}

/** A command of the plugin; where what it is asked throws, hangs or makes no sense, it alone cannot be run, and says so. */
export function fencedCommand(
  { failures, limit }: CommandFence,
  plugin: string,
  command: PluginCommand,
): PluginCommand {
  const broken: Message = { key: 'server:commandBroken', params: { plugin } };
  const asked = <T>(what: string, job: () => unknown, isAnswer: (value: unknown) => value is T): (() => Promise<T>) => {
    let lateUntil = -Infinity;
    const owner = pluginOwner(plugin);
    return async () => {
      try {
        if (performance.now() < lateUntil) throw new Error('took too long before; it is asked again in a while');
        const value = await runAs(owner, () => within(limit, job));
        if (!isAnswer(value)) throw new Error('gives something else than declared');
        return value;
      } catch (error) {
        if (error instanceof Problem) throw error;
        if (error instanceof TimeLimitError) lateUntil = performance.now() + probation;
        failures.report(owner, `${what} of the command ${command.name}`, error);
        throw new Problem(broken.key, { ...broken.params });
      }
    };
  };
  const fencedParam = (name: string, param: CommandParam): CommandParam => ({
    ...param,
    ...(param.options && { options: asked(`options of ${name}`, () => param.options!(), isTexts) }),
  });
  const { params, unavailable } = command;
  return {
    ...command,
    ...(params && {
      params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, fencedParam(name, param)])),
    }),
    ...(unavailable && { unavailable: refusing(asked('unavailable', () => unavailable.call(command), isReason)) }),
  };
}

/** What it refuses is why it cannot be run. */
const refusing = (ask: () => Promise<Message | undefined>) => async (): Promise<Message | undefined> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { key: error.key, params: { ...error.params } };
  }
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isReason = (value: unknown): value is Message | undefined =>
  value === undefined || typeof (value as Partial<Message> | null)?.key === 'string';
