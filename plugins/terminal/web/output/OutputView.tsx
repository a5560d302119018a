import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lines } from './lines.ts';
import { Line } from './Line.tsx';
import { OutputBar } from './OutputBar.tsx';
import { useFinder } from './useFinder.ts';
import { useLines } from './useLines.ts';
import './output.css';

interface Props {
  readonly lines: Lines;
  /** What it is the output of, in words. */
  readonly label: string;
  readonly onDownload: () => void;
}

/** Pixels of a line, as in `output.css`. */
const height = 20;
const most = 20;
const upwards: ReadonlySet<string> = new Set(['PageUp', 'ArrowUp']);
/** Lines that are drawn above and below those in sight. */
const margin = 4;
/** Pixels of a character at the least, and for how many of them more or less colours are drawn anew. */
const [narrowest, step] = [6.5, 32];

/** Output as it grows: only the lines in sight are drawn, however many there are. */
export function OutputView({ lines, label, onDownload }: Props) {
  const { t } = useTranslation('terminalPanel');
  const { first, end, live } = useLines(lines);
  /** Behind the last line that is drawn. */
  const last = end + live.length;
  const [text, setText] = useState('');
  const { finder, count } = useFinder(lines, text, end);
  const [current, setCurrent] = useState<number>();
  const { place, top, size, columns, isFollowing, follow, leave, onScroll, show } = useScrolling(first, last);
  const from = Math.max(first, first + Math.floor(top / height) - margin);
  const to = Math.min(last, first + Math.ceil((top + size) / height) + margin);

  const go = (number: number | undefined): void => {
    setCurrent(number);
    if (number !== undefined) show(number);
  };
  /** The browser glides to both ends, and stops on the way when more lines come. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (upwards.has(event.key)) leave();
    if (event.shiftKey || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    if (event.key === 'Home') show(first);
    else follow(true);
  };
  return (
    <div className="terminal-output">
      <OutputBar
        lines={lines}
        text={text}
        onText={(value) => {
          setText(value);
          setCurrent(undefined);
        }}
        found={finder?.found ?? []}
        count={count}
        current={current}
        onCurrent={go}
        isFollowing={isFollowing}
        onFollow={follow}
        onDownload={onDownload}
      />
      {first > 0 && <div className="terminal-gone">{t('output.gone', { count: first })}</div>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what scrolls is worked by keys */}
      <div
        ref={place}
        className="terminal-lines"
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onWheel={({ deltaY }) => deltaY < 0 && leave()}
      >
        <div className="terminal-all" style={{ height: Math.max(last - first, 1) * height }}>
          <div style={{ transform: `translateY(${(from - first) * height}px)` }}>
            {[
              ...lines.slice(from, Math.min(to, end)),
              ...live.slice(Math.max(0, from - end), Math.max(0, to - end)),
            ].map((line, at) => (
              <Line
                // In a flood every line is another one with each frame: to change elements is less work than to make them.
                key={(from + at) % (to - from)}
                {...line}
                pattern={finder?.pattern}
                isCurrent={from + at === current}
                columns={columns}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

interface Sight {
  readonly top: number;
  readonly size: number;
  readonly columns: number;
}

function sightOf({ scrollTop, scrollLeft, clientHeight, clientWidth }: HTMLElement): Sight {
  const columns = Math.ceil((scrollLeft + clientWidth) / narrowest / step) * step;
  return { top: scrollTop, size: clientHeight, columns };
}

/** Where it stands; at its end it stays there, anywhere else what is read stays where it is. */
function useScrolling(first: number, end: number) {
  const place = useRef<HTMLDivElement>(null);
  const [{ top, size, columns }, setSight] = useState<Sight>({ top: 0, size: most * height, columns: 128 });
  const [isFollowing, setFollowing] = useState(true);
  const before = useRef(first);
  /** Where the script has scrolled to: that event is no wish of whoever reads. */
  const set = useRef(0);

  const scrollTo = useCallback((wanted: number): void => {
    const element = place.current;
    if (!element) return;
    element.scrollTop = wanted;
    set.current = element.scrollTop;
    setSight(sightOf(element));
  }, []);
  useLayoutEffect(() => {
    const element = place.current!;
    const gone = (first - before.current) * height;
    before.current = first;
    if (isFollowing) scrollTo(element.scrollHeight);
    else if (gone > 0) scrollTo(element.scrollTop - gone);
    else if (element.clientHeight !== size) setSight(sightOf(element));
  }, [first, end, isFollowing, size, scrollTo]);

  const onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = place.current!;
    setSight(sightOf(place.current!));
    if (scrollTop === set.current) return;
    set.current = -1;
    setFollowing(scrollTop + clientHeight >= scrollHeight - height);
  };
  const show = (number: number): void => {
    setFollowing(false);
    scrollTo((number - first) * height - size / 2);
  };
  /** Who goes up has left the end at once: a line that came before the browser has scrolled would take them back. */
  const leave = (): void => {
    if (place.current!.scrollTop > 0) setFollowing(false);
  };
  return { place, top, size, columns, isFollowing, follow: setFollowing, leave, onScroll, show };
}
