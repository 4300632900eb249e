import type { Article } from './article.ts';

export const twoCurrencies: Article = {
  id: 3,
  title: 'A type system for two currencies',
  author: null,
  created_at: '2024-04-03T09:00:00.000Z',
  excerpt: 'Prices in naira and dollars, side by side, without breaking the table.',
  content: `<p>Prices in naira and dollars, side by side, without breaking the table.</p>
<p>A price list in two currencies looks easy until you set it. ₦1,250,000 and $790 want different widths, different rounding and a different idea of what a small number is. Here is what works for us, in type and in code.</p>
<h2>In type</h2>
<ul>
<li><strong>Figures of one width.</strong> <code>font-variant-numeric: tabular-nums</code> lines the digits up. Without it, a column of prices trembles.</li>
<li><strong>The sign belongs to the number.</strong> Put a thin, unbreakable space after it, or none, and do the same everywhere.</li>
<li><strong>Check the font for ₦.</strong> Many fonts lack it. The browser borrows one from elsewhere, and the naira looks like a guest in its own table.</li>
<li><strong>Align right, and give each currency its own column.</strong> Two prices in one cell are read as a range.</li>
</ul>
<h2>In code</h2>
<p>A price is not a number. It is a number and a currency, and the two travel together. We keep the smallest unit as a whole number, because half a kobo does not exist:</p>
<pre><code>type Money = { amount: bigint; currency: 'NGN' | 'USD' };</code></pre>
<p>Adding naira to dollars then fails before the program runs. Formatting happens once, at the edge, with the browser's own <code>Intl.NumberFormat</code>.</p>
<h2>And the exchange rate</h2>
<p>Show the rate and its date beside the total, in words. A converted price without a date is a promise nobody can keep.</p>`,
};
