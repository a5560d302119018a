import { Modal } from 'antd';
import type { Asked } from './ask.ts';

/** A question with two answers; Escape says no. */
export function QuestionDialog({ asked: { title, text, yes, no, answer } }: { asked: Asked }) {
  return (
    <Modal open title={title} okText={yes} okButtonProps={{ danger: true }} cancelText={no} closable={false} width={416} onOk={() => answer(true)} onCancel={() => answer(false)}>
      {text}
    </Modal>
  );
}
