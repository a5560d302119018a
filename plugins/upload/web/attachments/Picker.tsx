import { useGetIdentity, useList, type CrudFilter } from '@refinedev/core';
import { Button, Empty, Flex, Input, Modal, Pagination, type InputRef } from 'antd';
import { useId, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '#web';
import { sizeText, type FieldManifest } from '#resource';
import { fieldOptions, refusalOf } from '../send/fieldLimits.ts';
import { Thumb } from '../view/Thumb.tsx';
import { useShownFiles } from '../view/useShownFiles.ts';
import { attachments, storedFile, type AttachmentRow } from './attachmentRow.ts';
import './attachments.css';

interface Props {
  readonly field: FieldManifest;
  readonly pictures: boolean;
  readonly many: boolean;
  /** How many more may be chosen. */
  readonly room: number;
  readonly onChoose: (urls: readonly string[]) => void;
  readonly onClose: () => void;
}

const pageSize = 24;
/** Milliseconds without a key after which is searched. */
const patience = 300;

/** Files that were uploaded before, to choose from. */
export default function Picker({ field, pictures, many, room, onChoose, onClose }: Props) {
  const { t } = useTranslation('upload');
  const [open, setOpen] = useState(true);
  const search = useRef<InputRef>(null);
  const [page, setPage] = useState(1);
  const [word, setWord] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { rows, total, isPending, error, refetch } = useAttachments(page, word, {
    pictures,
    isPrivate: fieldOptions(field).private === true,
  });
  const choose = (urls: readonly string[]): void => {
    onChoose(urls);
    setOpen(false);
  };
  const toggle = (url: string, isChosen: boolean): void => {
    if (!many) setChosen([url]);
    else setChosen(isChosen ? [...chosen, url] : chosen.filter((each) => each !== url));
  };
  return (
    <Modal
      open={open}
      title={t(pictures ? 'picker.pictures' : 'picker.files')}
      width="min(920px, 96vw)"
      destroyOnHidden
      onCancel={() => setOpen(false)}
      // The dialog takes the focus itself until then.
      afterOpenChange={(isOpen) => isOpen && search.current?.focus()}
      afterClose={onClose}
      footer={
        <Flex gap="small" justify="end" align="center" wrap>
          <span className="upload-picker-count" role="status">
            {many && t('picker.chosen', { count: chosen.length, left: room - chosen.length })}
          </span>
          <Button onClick={() => setOpen(false)}>{t('picker.cancel')}</Button>
          <Button type="primary" disabled={chosen.length === 0} onClick={() => choose(chosen)}>
            {many && chosen.length > 0 ? t('picker.chooseMany', { count: chosen.length }) : t('picker.choose')}
          </Button>
        </Flex>
      }
    >
      <SearchInput
        input={search}
        onSearch={(next) => {
          setWord(next);
          setPage(1);
        }}
      />
      {error && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={error.message}>
          <Button onClick={() => void refetch()}>{t('picker.retry')}</Button>
        </Empty>
      )}
      {isPending && <Loading paragraph={{ rows: 6 }} />}
      {!error && !isPending && rows.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(word ? 'picker.nothing' : 'picker.empty')} />
      )}
      <Choices
        rows={rows}
        field={field}
        many={many}
        chosen={chosen}
        isFull={many && chosen.length >= room}
        onToggle={toggle}
        onTake={(url) => choose(many ? [...new Set([...chosen, url])].slice(0, room) : [url])}
      />
      {total > pageSize && (
        <Pagination
          align="center"
          size="small"
          current={page}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Modal>
  );
}

function useAttachments(
  page: number,
  word: string,
  { pictures, isPrivate }: { pictures: boolean; isPrivate: boolean },
) {
  const filters: CrudFilter[] = [
    { field: 'is_private', operator: 'eq', value: isPrivate ? 1 : 0 },
    ...(pictures ? [{ field: 'mimetype', operator: 'contains' as const, value: 'image/' }] : []),
  ];
  const { query, result } = useList<AttachmentRow & { id: number }>({
    resource: attachments,
    pagination: { currentPage: page, pageSize },
    sorters: [{ field: 'last_upload_time', order: 'desc' }],
    filters,
    meta: { quickSearch: word || undefined },
    errorNotification: false,
  });
  return {
    rows: result.data,
    total: result.total ?? 0,
    isPending: query.isPending,
    error: query.error,
    refetch: query.refetch,
  };
}

interface SearchProps {
  readonly input: Ref<InputRef>;
  readonly onSearch: (word: string) => void;
}

function SearchInput({ input, onSearch }: SearchProps) {
  const { t } = useTranslation('upload');
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  return (
    <Input.Search
      ref={input}
      allowClear
      className="upload-picker-search"
      placeholder={t('picker.search')}
      aria-label={t('picker.search')}
      onSearch={(word) => {
        clearTimeout(timer);
        onSearch(word.trim());
      }}
      onChange={({ target }) => {
        clearTimeout(timer);
        setTimer(setTimeout(() => onSearch(target.value.trim()), patience));
      }}
    />
  );
}

interface ChoicesProps {
  readonly rows: readonly AttachmentRow[];
  readonly field: FieldManifest;
  readonly many: boolean;
  readonly chosen: readonly string[];
  readonly isFull: boolean;
  readonly onToggle: (url: string, isChosen: boolean) => void;
  /** Takes this one and is done. */
  readonly onTake: (url: string) => void;
}

/** Boxes to tick, or one to choose: the browser's own controls, so keys do what they do everywhere. */
function Choices({ rows, field, many, chosen, isFull, onToggle, onTake }: ChoicesProps) {
  const { t } = useTranslation('upload');
  const name = useId();
  const files = useShownFiles(rows.map(storedFile), 320);
  const me = useGetIdentity<{ id?: number }>().data?.id;
  return (
    <ul className="upload-choices">
      {rows.map((row, at) => {
        const isChosen = chosen.includes(row.url);
        const refused = refusalHere(row, field, me);
        return (
          <li key={row.id}>
            <label className={`upload-choice ${refused === undefined ? '' : 'is-refused'}`} title={row.name}>
              <input
                type={many ? 'checkbox' : 'radio'}
                name={name}
                checked={isChosen}
                disabled={(isFull && !isChosen) || refused !== undefined}
                onChange={({ target }) => onToggle(row.url, target.checked)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  onTake(row.url);
                }}
              />
              <span className="upload-choice-picture">
                <Thumb file={files[at]!} alt="" />
              </span>
              <span className="upload-name">{row.name}</span>
              <small>{refused === undefined ? sizeText(row.size) : t(refused)}</small>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** Why a field cannot take a file that is there; the server refuses it likewise. */
function refusalHere(row: AttachmentRow, field: FieldManifest, me: number | undefined): string | undefined {
  const { suffix, size, mimetype } = row;
  if (Boolean(row['is_private']) && me !== undefined && row['admin_id'] !== me) return 'picker.notYours';
  return refusalOf({ name: `file.${suffix}`, size, type: mimetype }, field, { mimetype: '*', maxsize: Infinity });
}
