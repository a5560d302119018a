import { describe, expect, it } from 'vitest';
import { html, Html } from '#plugin';

describe('html', () => {
  it('takes whatever is put into it for text', () => {
    const name = `<img src=x onerror="a('b')"> & $& \${c}`;
    expect(html`<b title="${name}">${name}</b>`.markup).toBe(
      '<b title="&#60;img src=x onerror=&#34;a(&#39;b&#39;)&#34;&#62; &#38; $&#38; ${c}">' +
        '&#60;img src=x onerror=&#34;a(&#39;b&#39;)&#34;&#62; &#38; $&#38; ${c}</b>',
    );
  });

  it('has HTML of its own making as it is, also in lists, and nothing for what is not there', () => {
    const items = ['<1>', '2'].map((text) => html`<b>${text}</b>`);
    expect(html`${items}${undefined}${['<', 3]}`.markup).toBe('<b>&#60;1&#62;</b><b>2</b>&#60;3');
  });

  it('knows by its class what it has made: what only looks so is text', () => {
    const forged = JSON.parse('{"markup":"<script>"}') as Html;
    expect(html`${forged}`.markup).toBe('[object Object]');
    expect(html`${new Html('<i></i>')}`.markup).toBe('<i></i>');
  });
});
