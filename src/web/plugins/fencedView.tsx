import type { ComponentType } from 'react';
import type { FieldManifest } from '#resource';
import { TextCell } from '../fields/cells.tsx';
import { TagsInput } from '../fields/commonInputs.tsx';
import type { FieldView } from '../fields/view.ts';
import type { PluginPart } from './faults.ts';
import { Fence } from './Fence.tsx';

interface Place {
  readonly plugin: string;
  readonly part: PluginPart;
  /** The kind, or the field as `article.cover`. */
  readonly name: string;
  /** How the field is drawn without the plugin. */
  readonly before: (field: FieldManifest) => FieldView;
}

/** What a plugin draws of a field; where it throws, the field is drawn as it was before the plugin. */
export function fencedView({ plugin, part, name, before }: Place, view: Partial<FieldView>): Partial<FieldView> {
  const fenced = <P extends { readonly field: FieldManifest }>(
    Own: ComponentType<P>,
    former: (view: FieldView) => ComponentType<P>,
  ) =>
    function Fenced(props: P) {
      const Before = former(before(props.field));
      return (
        <Fence plugin={plugin} part={part} name={name} instead={<Before {...props} />}>
          <Own {...props} />
        </Fence>
      );
    };
  const { Cell, Whole, Input, Filter, Several, Inline } = view;
  return {
    ...view,
    ...(Cell && { Cell: fenced(Cell, (former) => former.Cell) }),
    ...(Whole && { Whole: fenced(Whole, (former) => former.Whole ?? former.Cell) }),
    ...(Input && { Input: fenced(Input, (former) => former.Input) }),
    ...(Filter && { Filter: fenced(Filter, (former) => former.Filter ?? former.Input) }),
    ...(Several && { Several: fenced(Several, (former) => former.Several ?? TagsInput) }),
    ...(Inline && { Inline: fenced(Inline, (former) => former.Inline ?? TextCell) }),
  };
}
