import { CheckOutlined, CloseOutlined, DeleteOutlined, EditOutlined, StarOutlined } from '@ant-design/icons';
import { Button, Flex, Input, Popover, Typography } from 'antd';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Filter, Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { useFirstFocus } from './formFocus.ts';
import { usePopup } from './usePopup.ts';
import { limits, useSavedFilters } from './useSavedFilters.ts';

interface Props {
  readonly manifest: Manifest;
  /** What the panel says, if it says anything that can be asked for; tells where it does not. */
  readonly take: () => readonly Filter[] | undefined;
  readonly onChoose: (filter: readonly Filter[]) => void;
}

/** Conditions under a name: to choose, to keep, to rename and to delete. */
export function SavedFilters(props: Props) {
  const text = useText();
  const { popup, fresh, close, around } = usePopup();
  return (
    <span {...around}>
      <Popover
        {...popup}
        trigger="click"
        placement="bottomLeft"
        content={<Saved key={fresh.key} {...props} close={close} />}
      >
        <Button type="text" aria-haspopup="dialog" icon={<StarOutlined aria-hidden />}>
          {text('filter:savedFilters')}
        </Button>
      </Popover>
    </span>
  );
}

function Saved({ manifest, take, onChoose, close }: Props & { close: () => void }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  const saved = useSavedFilters(manifest);
  const [renamed, setRenamed] = useState<string>();
  const names = saved.filters.map(({ name }) => name);
  useFirstFocus(place, true);
  const choose = (parts: readonly Filter[]): void => {
    onChoose(parts);
    close();
  };
  const focusInput = (): void => place.current?.querySelector<HTMLElement>('.saved-new input')?.focus();
  return (
    <div ref={place} className="saved-filters" role="group" aria-label={text('filter:savedFilters')}>
      {saved.filters.length === 0 && (
        <Typography.Text type="secondary">{text('filter:noSavedFilters')}</Typography.Text>
      )}
      <ul>
        {saved.filters.map(({ name, parts }) => (
          <li key={name}>
            {renamed === name ? (
              <NameInput
                label={text('filter:newNameOf', { name })}
                action={text('filter:rename')}
                first={name}
                taken={names.filter((each) => each !== name)}
                onName={(next) => {
                  saved.rename(name, next);
                  setRenamed(undefined);
                  focusInput();
                }}
                onCancel={() => setRenamed(undefined)}
              />
            ) : (
              <>
                <Button type="text" className="saved-name" onClick={() => choose(parts)}>
                  {name}
                </Button>
                <Button
                  type="text"
                  aria-label={text('filter:renameFilter', { name })}
                  title={text('filter:renameFilter', { name })}
                  icon={<EditOutlined aria-hidden />}
                  onClick={() => setRenamed(name)}
                />
                <Button
                  type="text"
                  aria-label={text('filter:deleteFilter', { name })}
                  title={text('filter:deleteFilter', { name })}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => {
                    saved.remove(name);
                    focusInput();
                  }}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="saved-new">
        <NameInput
          label={text('filter:nameOfFilter')}
          action={text('filter:saveFilter')}
          first=""
          taken={[]}
          full={saved.filters.length >= limits.filters}
          onName={(name) => {
            const parts = take();
            if (parts === undefined) return text('filter:nothingToSave');
            saved.save(name, parts);
            choose(parts);
          }}
        />
      </div>
    </div>
  );
}

interface NameProps {
  readonly label: string;
  readonly action: string;
  readonly first: string;
  /** Names that others have. */
  readonly taken: readonly string[];
  /** Whether there is no room for another one. */
  readonly full?: boolean;
  /** Gives back why it cannot be, if so. */
  readonly onName: (name: string) => string | void;
  readonly onCancel?: () => void;
}

/** A name with a button; what is wrong with it is said below. */
function NameInput({ label, action, first, taken, full = false, onName, onCancel }: NameProps) {
  const text = useText();
  const [name, setName] = useState(first);
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  const refusalOf = (given: string): string | void => {
    if (given === '') return text('filter:nameMissing');
    if (taken.includes(given)) return text('filter:nameTaken', { name: given });
    if (full) return text('filter:savedFull', { count: limits.filters });
    return onName(given);
  };
  const done = (): void => setWrong(refusalOf(name.trim()) ?? undefined);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      // The panel around it is a form.
      event.preventDefault();
      done();
    }
    if (event.key !== 'Escape' || !onCancel) return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <>
      <Flex gap="small">
        <Input
          autoFocus={onCancel !== undefined}
          aria-label={label}
          placeholder={label}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : id}
          status={wrong === undefined ? undefined : 'error'}
          maxLength={limits.name}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setWrong(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {onCancel ? (
          <>
            <Button
              type="text"
              aria-label={action}
              title={action}
              icon={<CheckOutlined aria-hidden />}
              onClick={done}
            />
            <Button
              type="text"
              aria-label={text('cancel')}
              title={text('cancel')}
              icon={<CloseOutlined aria-hidden />}
              onClick={onCancel}
            />
          </>
        ) : (
          <Button onClick={done}>{action}</Button>
        )}
      </Flex>
      {wrong !== undefined && (
        <Typography.Text type="danger" id={id} role="alert">
          {wrong}
        </Typography.Text>
      )}
    </>
  );
}
