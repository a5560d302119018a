const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎欧阿';
const given = '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂玉萍红文辉䶮玥梓涵怡雅一宇晨';

/** Names of people, the same every time; no two are equal while `count` stays below ten thousand. */
export const chineseNames = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const [first, second] = [given[(at * 7) % given.length]!, given[Math.floor(at / surnames.length) % given.length]!];
    return `${surnames[(at * 31) % surnames.length]}${first}${at % 3 === 0 ? '' : second}${at % 5 === 0 ? second : ''}`;
  });

/** The same order from the collation of this Node.js. */
export const byPinyin = new Intl.Collator('zh-u-co-pinyin').compare;
