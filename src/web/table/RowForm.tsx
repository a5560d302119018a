import { Alert, Button, Col, Divider, Form, Row } from 'antd';
import { Fragment, Suspense, useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isShown, type FieldManifest, type FormSectionManifest, type Manifest } from '#resource';
import { FormUploadsContext } from '../fields/formUploads.ts';
import { fieldViewOf } from '../fields/index.ts';
import type { ListRow } from '../fields/view.ts';
import { Boundary } from '../components/Boundary.tsx';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Loading } from '../components/Loading.tsx';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { FormContext, FormField, FormValue } from './FormField.tsx';
import { focusField, focusForm, useFirstFocus } from './formFocus.ts';
import { ownSectionOf, type SectionPlace } from './formSections.ts';
import { formFields, type Values } from './formValues.ts';
import { labelOfSection, OwnSectionView } from './OwnSectionView.tsx';
import { useText } from '../settings/useText.ts';
import { useSaveKey } from './saveKey.ts';
import type { useEditing } from './useEditing.ts';
import './form.css';

const noAnswers: readonly string[] = [];

interface Props {
  readonly manifest: Manifest;
  readonly state: ReturnType<typeof useEditing>;
  readonly isNew: boolean;
  /** What sections of plugins are told to be about, where it is no row of the form's own. */
  readonly about?: ListRow | undefined;
  /** The row may be looked at only. */
  readonly locked?: boolean;
  /** The first input has the focus as soon as it is there. */
  readonly focused?: boolean;
  /** Goes before the ids of its fields, where other forms may be on the page. */
  readonly prefix?: string;
}

/** The inputs of a row, in sections and lines, and the question about what somebody else has changed meanwhile. */
export function RowForm({ manifest, state, isNew, about, locked = false, focused = false, prefix }: Props) {
  const text = useText();
  const { form, start, loading, error, saving, waiting, refused, conflict, submit, refuse, forgive, retry } = state;
  const { uploads, saveWithFiles, stopWaiting, discardRestored, drawn } = state;
  const checked = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  const row = isNew ? undefined : state.row;
  const { answered = noAnswers } = state;
  const around = useMemo(() => ({ manifest, row, isNew, answered, checked }), [manifest, row, isNew, answered]);
  useFirstFocus(place, focused && !loading && !error);
  useEffect(() => {
    if (!loading && !error) drawn();
  }, [drawn, loading, error]);
  const save = useCallback(() => form.submit(), [form]);
  useSaveKey(place, save, !locked && !loading && !error);
  useEffect(() => {
    const first = refused && formFields(manifest).find(({ name }) => refused.includes(name));
    if (!first) return;
    const id = prefix === undefined ? first.name : `${prefix}_${first.name}`;
    // A tab that comes to the front for it is drawn once more before it is in sight.
    const timer = setTimeout(() => focusField(place.current, id));
    return () => clearTimeout(timer);
  }, [manifest, refused, prefix]);
  if (error) return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void retry()} />;
  if (loading) return <Loading paragraph={{ rows: 8 }} />;
  /** Goes on with what is checked, when no file is on its way into the form, or was refused. */
  const checkedAll = (then: () => void): void => {
    checked.current = true;
    if (uploads.isSettled) then();
    else void saveWithFiles();
  };
  return (
    <div ref={place} className="row-form">
      {discardRestored && (
        <Alert
          type="info"
          showIcon
          className="form-restored"
          title={text('draftBack')}
          action={
            <Button
              size="small"
              disabled={saving}
              onClick={() => {
                discardRestored();
                focusForm(place.current);
              }}
            >
              {text('discard')}
            </Button>
          }
        />
      )}
      {waiting && (
        <Alert
          type="warning"
          showIcon
          className="form-alert"
          title={text('waiting')}
          action={
            <Button size="small" onClick={() => void submit()}>
              {text('retry')}
            </Button>
          }
        />
      )}
      {stopWaiting && (
        <Alert
          type="info"
          showIcon
          className="form-alert"
          title={text('awaitsFiles')}
          action={
            <Button size="small" onClick={stopWaiting}>
              {text('keepEditing')}
            </Button>
          }
        />
      )}
      <Form
        form={form}
        name={prefix}
        layout="vertical"
        initialValues={start}
        disabled={(saving && !stopWaiting) || locked}
        requiredMark
        onValuesChange={(changed: Values) => forgive(Object.keys(changed))}
        onKeyDown={(event) => submitsBy(event) && form.submit()}
        onFinish={() => checkedAll(() => void submit())}
        onFinishFailed={({ errorFields }) => checkedAll(() => refuse(errorFields.map(({ name }) => String(name[0]))))}
      >
        <FormContext value={around}>
          <FormUploadsContext value={uploads}>
            <Sections manifest={manifest} state={state} row={row} about={about} locked={locked} />
          </FormUploadsContext>
        </FormContext>
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {conflict && (
        <Suspense>
          <ConflictDialog manifest={manifest} conflict={conflict} onSettle={state.settle} onCancel={state.dismiss} />
        </Suspense>
      )}
    </div>
  );
}

interface SectionsProps extends Pick<Props, 'manifest' | 'state' | 'about'> {
  readonly row: ListRow | undefined;
  readonly locked: boolean;
}

/**
 * The sections of the form: those that list fields, and those of plugins below, beside or on tabs. Watches the values from
 * inside of the form: from outside, changes made before its first effects would go unseen.
 */
function Sections({
  manifest,
  state: { form, start, refused, forgive, lines, copiedFrom },
  row,
  about,
  locked,
}: SectionsProps) {
  const values: Values = { ...start, ...Form.useWatch([], { form, preserve: true }) };
  const setValue = (name: string, value: unknown): void => {
    form.setFields([{ name, value, touched: true }]);
    forgive([name]);
  };
  const fieldsOf = ({ lines }: FormSectionManifest): ReactNode =>
    lines.map((line) => (
      <Line
        key={line.join()}
        table={manifest.name}
        fields={line.flatMap((name) => manifest.fields[name] ?? [])}
        values={values}
        hasRow={row !== undefined}
      />
    ));
  const mayShow = (name: string): boolean => isInForm(manifest.fields[name], values, row !== undefined);
  const sections = manifest.form.sections.flatMap((section, index) => {
    const own = ownSectionOf(section);
    // No tab and no heading of what is not there now.
    if (!own && !section.lines.flat().some(mayShow)) return [];
    const label = own ? labelOfSection(own) : section.label;
    const content = own ? (
      <OwnSectionView
        own={own}
        section={section}
        instead={fieldsOf(section)}
        manifest={manifest}
        row={about ?? row}
        values={values}
        setValue={setValue}
        readOnly={locked}
      />
    ) : (
      fieldsOf(section)
    );
    return {
      place: own?.place ?? (section.tab ? 'tab' : 'below'),
      key: index,
      label: label ?? undefined,
      content,
      fields: section.lines.flat(),
    };
  });
  const at = (place: SectionPlace) => sections.filter((each) => each.place === place);
  const below = at('below').map((section) => <Section {...section} key={section.key} />);
  const beside = at('beside').map((section) => <Section {...section} key={section.key} />);
  const fields =
    beside.length === 0 ? (
      below
    ) : (
      <div className="form-columns">
        <div>
          <div>{below}</div>
          <div>{beside}</div>
        </div>
      </div>
    );
  const main = (
    <Fragment key="main">
      {fields}
      {manifest.lines.map((each) => (
        <Suspense key={each.table} fallback={<Loading paragraph={{ rows: 3 }} />}>
          <LinesSection parent={manifest} lines={each} id={row?.id} copied={copiedFrom} form={lines} locked={locked} />
        </Suspense>
      ))}
    </Fragment>
  );
  const tabs = at('tab');
  const hasMain = manifest.lines.length > 0 || tabs.length < sections.length;
  // With none of its tabs now, the form stays as it is drawn: the focus is in it.
  if (!mayHaveTabs(manifest, row !== undefined)) return main;
  const inOne = [main, ...tabs.map((section) => <Section {...section} key={section.key} />)];
  return (
    <Boundary fallback={() => inOne}>
      <Suspense fallback={<Loading paragraph={{ rows: 8 }} />}>
        <FormTabs tabs={tabs} refused={refused}>
          {hasMain ? main : undefined}
        </FormTabs>
      </Suspense>
    </Boundary>
  );
}

const ConflictDialog = lazyPart(
  async () => (await Promise.all([import('./ConflictDialog.tsx'), loadTexts('conflict')]))[0].ConflictDialog,
);
const LinesSection = lazyPart(
  async () => (await Promise.all([import('./lines/LinesSection.tsx'), loadTexts('lines')]))[0].LinesSection,
);
const FormTabs = lazyPart(
  async () => (await Promise.all([import('./FormTabs.tsx'), loadTexts('plugins')]))[0].FormTabs,
);

const Section = ({ label, content }: { label: string | undefined; content: ReactNode }) => (
  <section aria-label={label}>
    {label && (
      <Divider titlePlacement="start" styles={{ content: { marginInlineStart: 0 } }}>
        {label}
      </Divider>
    )}
    {content}
  </section>
);

/** Ctrl or command and Enter submit from everywhere, where Enter alone makes a new line too. */
const submitsBy = (event: KeyboardEvent): boolean => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

interface LineProps {
  readonly table: string;
  readonly fields: readonly FieldManifest[];
  readonly values: Values;
  readonly hasRow: boolean;
}

/** What can only be read has no value before the row exists. */
const isOpen = (field: FieldManifest | undefined, hasRow: boolean): field is FieldManifest =>
  field !== undefined && (field.writable || (hasRow && field.readable));
const isInForm = (field: FieldManifest | undefined, values: Values, hasRow: boolean): boolean =>
  isOpen(field, hasRow) && isShown(field, values);

/** Whatever the values are. */
const mayHaveTabs = ({ form, fields }: Manifest, hasRow: boolean): boolean =>
  form.sections.some((section) => {
    const own = ownSectionOf(section);
    if (own) return own.place === 'tab';
    return section.tab === true && section.lines.flat().some((name) => isOpen(fields[name], hasRow));
  });

/** Fields side by side. */
function Line({ table, fields, values, hasRow }: LineProps) {
  const shown = fields.filter((field) => isInForm(field, values, hasRow));
  if (shown.length === 0) return null;
  return (
    <Row gutter={16}>
      {shown.map((field) => (
        <Col key={field.name} xs={24} sm={fieldViewOf(table, field).wide ? 24 : Math.floor(24 / fields.length)}>
          {field.writable ? <FormField name={field.name} /> : <FormValue name={field.name} />}
        </Col>
      ))}
    </Row>
  );
}
