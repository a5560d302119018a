import { Alert, Button, Col, Divider, Form, Row, Skeleton } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { isShown, type FieldManifest, type Manifest } from '#resource';
import { viewOf } from '../fields/index.ts';
import type { ListRow } from '../fields/view.ts';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { focusField, useFirstFocus } from './formFocus.ts';
import { formFields, refusalOf, type Values } from './formValues.ts';
import { useText } from '../settings/useText.ts';
import type { useEditing } from './useEditing.ts';
import './form.css';

/** When a field is checked: by the first rule as soon as it is left, by the second, as by all of them, before it is saved. */
const leaving = 'onBlur';
const saving = 'onSubmit';

interface Props {
  readonly manifest: Manifest;
  readonly state: ReturnType<typeof useEditing>;
  readonly isNew: boolean;
  /** The row may be looked at only. */
  readonly locked?: boolean;
  /** The first input has the focus as soon as it is there. */
  readonly focused?: boolean;
}

/** The inputs of a row, in sections and lines, and the question about what somebody else has changed meanwhile. */
export function RowForm({ manifest, state, isNew, locked = false, focused = false }: Props) {
  const text = useText();
  const { form, start, loading, error, saving, waiting, refused, conflict, submit, refuse, forgive, retry } = state;
  const checked = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  useFirstFocus(place, focused && !loading && !error);
  useEffect(() => {
    const first = refused && formFields(manifest).find(({ name }) => refused.includes(name));
    if (first) focusField(place.current, first.name);
  }, [manifest, refused]);
  if (error) return <LoadFailed title={text('loadFailed')} reason={error.message} onRetry={() => void retry()} />;
  if (loading) return <Skeleton active paragraph={{ rows: 8 }} aria-label={text('loading')} />;
  return (
    <div ref={place} className="row-form">
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
      <Form
        form={form}
        layout="vertical"
        initialValues={start}
        disabled={saving || locked}
        requiredMark
        onValuesChange={(changed: Values) => forgive(Object.keys(changed))}
        onKeyDown={(event) => submitsBy(event) && form.submit()}
        onFinish={() => {
          checked.current = true;
          void submit();
        }}
        onFinishFailed={({ errorFields }) => {
          checked.current = true;
          refuse(errorFields.map(({ name }) => String(name[0])));
        }}
      >
        <Sections manifest={manifest} state={state} isNew={isNew} checked={checked} />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {conflict && (
        <ConflictDialog manifest={manifest} conflict={conflict} onSettle={state.settle} onCancel={state.dismiss} />
      )}
    </div>
  );
}

interface SectionsProps extends Pick<Props, 'manifest' | 'state' | 'isNew'> {
  /** Whether all fields have been checked, to save them; before that nothing is said against one that nobody has touched. */
  readonly checked: RefObject<boolean>;
}

/** Watches the values from inside of the form: from outside, changes made before its first effects would go unseen. */
function Sections({ manifest, state: { form, start, row, answered = [] }, isNew, checked }: SectionsProps) {
  const values: Values = { ...start, ...Form.useWatch([], { form, preserve: true }) };
  return manifest.form.sections.map((section, index) => (
    <section key={index} aria-label={section.label ?? undefined}>
      {section.label && (
        <Divider titlePlacement="start" styles={{ content: { marginInlineStart: 0 } }}>
          {section.label}
        </Divider>
      )}
      {section.lines.map((line) => (
        <Line
          key={line.join()}
          fields={line.flatMap((name) => manifest.fields[name] ?? [])}
          values={values}
          row={row}
          isNew={isNew}
          answered={answered}
          checked={checked}
        />
      ))}
    </section>
  ));
}

/** Ctrl or command and Enter submit from everywhere, where Enter alone makes a new line too. */
const submitsBy = (event: KeyboardEvent): boolean => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

interface LineProps extends Pick<SectionsProps, 'isNew' | 'checked'> {
  readonly row: ListRow | undefined;
  /** Fields with an answer of the server that stands until their values change. */
  readonly answered: readonly string[];
}

function Line({ fields, values, ...rest }: LineProps & { fields: readonly FieldManifest[]; values: Values }) {
  const shown = fields.filter((field) => field.writable && isShown(field, values));
  if (shown.length === 0) return null;
  return (
    <Row gutter={16}>
      {shown.map((field) => (
        <Col key={field.name} xs={24} sm={viewOf(field.kind).wide ? 24 : Math.floor(24 / fields.length)}>
          <FormField field={field} {...rest} />
        </Col>
      ))}
    </Row>
  );
}

function FormField({ field, row, isNew, answered, checked }: LineProps & { field: FieldManifest }) {
  const text = useText();
  const { Input, group } = viewOf(field.kind);
  const form = Form.useFormInstance();
  const check = async (value: unknown): Promise<void> => {
    const refused = refusalOf(field, value, isNew);
    if (!refused) return;
    // A plugin's kind has its messages in a file of its own.
    await loadTexts(refused.key.split(':')[0]!);
    throw new Error(text(refused.key, refused.params));
  };
  const isJudged = (): boolean => checked.current || form.isFieldTouched(field.name);
  return (
    <Form.Item
      name={field.name}
      label={field.label}
      {...(group ? { htmlFor: '' } : {})}
      required={field.required && (isNew || field.readable)}
      extra={field.help}
      validateTrigger={answered.includes(field.name) ? false : leaving}
      rules={[
        { validateTrigger: leaving, validator: async (_, value) => isJudged() && check(value) },
        { validateTrigger: saving, validator: async (_, value) => !isJudged() && check(value) },
      ]}
    >
      <Input field={field} row={isNew ? undefined : row} />
    </Form.Item>
  );
}
