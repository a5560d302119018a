import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { commandIn } from '../queue/commandText.ts';
import { terminal } from '../queue/store.ts';
import { isRunning, type Task } from '../queue/tasks.ts';

/** What people call the command of a task: its label, as far as it is known. */
export function useCommand(task: Task) {
  const { name, params } = commandIn(task.command);
  const command = useStore(terminal, ({ commands }) => commands?.find((each) => each.name === name));
  return { name, params, label: command?.label ?? name, command };
}

/** Milliseconds that it has taken; undefined when nobody knows. */
export function useDuration(task: Task): number | undefined {
  const seen = useStore(terminal, ({ times }) => times[task.uuid]);
  const run = useStore(terminal, ({ runs }) => runs[task.uuid]);
  const now = useNow(isRunning(task));
  if (run?.endtime && !isRunning(task) && !seen?.ended) return (run.endtime - run.createtime) * 1000;
  const begun = seen?.begun ?? (run && run.createtime * 1000);
  if (begun === undefined) return undefined;
  if (isRunning(task)) return now - begun;
  return seen?.ended === undefined ? undefined : seen.ended - begun;
}

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
