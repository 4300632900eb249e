/** The portfolio's three cases: samples until real ones take their place. */

/** Ids of the drawings in `features/home/first-screens.svg` and `more-screens.svg`. */
export type Screen = 'shop' | 'search' | 'order' | 'bag' | 'basket' | 'payment' | 'orders' | 'stock' | 'checkout';

/** One screen of a case. */
interface View {
  id: Screen;
  label: string;
  /** Describes it for people who cannot see it. */
  alt: string;
}

export interface Case {
  /** The same for all cases (specification, section 2). */
  title: string;
  /** Names the case in the page's URL. */
  id: 'case-1' | 'case-2' | 'case-3';
  /** The line on the card. */
  line: string;
  problem: string;
  made: string;
  result: string;
  /** The first one is on the card. */
  views: readonly [View, ...View[]];
}

export const cases: readonly Case[] = [
  {
    title: 'Ecommerce',
    id: 'case-1',
    line: 'Clothes and shoes, with a search that forgives a misspelling.',
    problem:
      'Customers typed “ankara shrt” on the bus and found nothing. On a weak signal, some orders arrived twice and others never did.',
    made: 'A search that corrects spelling, a cart that survives a reload, and an order number handed out before anything is sent.',
    result: 'Nobody lands on an empty page, and the same order is never placed twice.',
    views: [
      { id: 'shop', label: 'Shop', alt: 'The shop’s front page: a search field above shirts, shoes and dresses.' },
      { id: 'search', label: 'Search', alt: 'A search for “ankara shrt” that shows results for “ankara shirt”.' },
      { id: 'order', label: 'Order', alt: 'The order’s number, and what was bought.' },
    ],
  },
  {
    title: 'Ecommerce',
    id: 'case-2',
    line: 'Handmade bags, priced in naira and dollars side by side.',
    problem: 'Buyers abroad gave up on the last page, where the price suddenly changed currency.',
    made: 'Both prices on every page from the first, images sized for the screen they appear on, and a payment page with nothing to wait for.',
    result: 'The price that a buyer sees first is the price they pay, in either currency.',
    views: [
      { id: 'bag', label: 'Product', alt: 'A bag with its price in naira and in dollars, three colours and a button.' },
      { id: 'basket', label: 'Basket', alt: 'Two bags in the basket, each with both prices, and the total.' },
      { id: 'payment', label: 'Payment', alt: 'Three ways to pay: card, bank transfer, or on collection.' },
    ],
  },
  {
    title: 'Ecommerce',
    id: 'case-3',
    line: 'A skincare shop that one person runs from her phone.',
    problem: 'Orders came in as messages and stock was kept in a notebook. By Friday, the two disagreed.',
    made: 'One list of orders, stock and delivery notes on the owner’s phone, and a checkout that asks nobody to sign up.',
    result: 'Stock counts itself down with each sale, and packing starts from the same list.',
    views: [
      { id: 'orders', label: 'Orders', alt: 'The day’s orders on the owner’s phone, beside the shop on a customer’s.' },
      { id: 'stock', label: 'Stock', alt: 'What is left of each product, with a warning for the one that runs out.' },
      { id: 'checkout', label: 'Checkout', alt: 'Three fields, a button to pay, and no account to create.' },
    ],
  },
];
