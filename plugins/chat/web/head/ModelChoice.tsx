import { DownOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ChatModelInfo, OpenConversation } from '../../shared/wire.ts';
import { useChat } from '../state/store.ts';
import { MenuButton } from '../parts/MenuButton.tsx';
import { chooseModel, useModel } from './model.ts';

/** Which model answers; there is nothing to choose where there is only one. */
export function ModelChoice({ conversation }: { readonly conversation: OpenConversation | undefined }) {
  const { t } = useTranslation('chat');
  const start = useChat((state) => state.start);
  const chosen = useModel(conversation);
  if (!start || start.models.length < 2) return null;
  const items = start.models.map((model) => ({
    key: String(model.id),
    label: <ModelName {...model} />,
    onClick: () => chooseModel(conversation?.id, model.id),
  }));
  return (
    <MenuButton
      items={items}
      selected={String(chosen?.id ?? '')}
      placement="bottomLeft"
      type="text"
      className="chat-model"
      aria-label={t('model.choose', { name: chosen?.name })}
      icon={<DownOutlined />}
      iconPlacement="end"
    >
      {chosen?.name}
    </MenuButton>
  );
}

function ModelName({ name, description, price_in: pays, price_out: out }: ChatModelInfo) {
  const { t } = useTranslation('chat');
  return (
    <span className="chat-model-name">
      <strong>{name}</strong>
      {description && <span>{description}</span>}
      {(pays > 0 || out > 0) && <span>{t('model.price', { in: pays, out })}</span>}
    </span>
  );
}
