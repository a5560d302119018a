import type { PluginPart } from '#plugin';
import { Invalid, type FieldOptions, type Label, type Message } from '#resource';
import { userResource } from './tables/user.ts';

/** What fields are called that the table of members has not. */
const others: Readonly<Record<string, Message>> = {
  oldPassword: { key: 'memberServer:field.oldPassword' },
  newPassword: { key: 'memberServer:field.newPassword' },
  invitation: { key: 'memberServer:field.invitation' },
  registerType: { key: 'memberServer:field.registerType' },
};

function labelOf(name: string): Label | Message | undefined {
  if (Object.hasOwn(others, name)) return others[name];
  const field = Object.hasOwn(userResource.fields, name) ? userResource.fields[name] : undefined;
  return (field?.options as FieldOptions | undefined)?.label;
}

/** The same routes, whose refusals call wrong fields what people call them: clients may show `msg` alone. */
export const withLabels = (part: PluginPart): PluginPart => ({
  ...part,
  routes: part.routes?.map((route) => ({
    ...route,
    handler: async (request) => {
      try {
        return await route.handler(request);
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        const found = Object.keys(error.errors).flatMap((name) => {
          const label = labelOf(name);
          return label === undefined ? [] : [[name, label] as const];
        });
        throw new Invalid(error.errors, { ...Object.fromEntries(found), ...error.labels }, error.options);
      }
    },
  })),
});
