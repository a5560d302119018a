import type { Label } from '#resource';

const words = {
  made: { 'zh-cn': '模型提出的修改', en: 'Change proposed by a model' },
  applied: { 'zh-cn': '采纳模型提出的修改', en: 'Proposed change accepted' },
  declined: { 'zh-cn': '放弃模型提出的修改', en: 'Proposed change declined' },
  refused: { 'zh-cn': '模型提出的修改未能执行', en: 'Proposed change refused' },
} as const;

/** What the security log calls what became of a proposal. */
export const proposalTitle = (id: number, what: keyof typeof words): Label => ({
  'zh-cn': `${words[what]['zh-cn']}：#${id}`,
  en: `${words[what].en}: #${id}`,
});
