import { styled } from 'styled-components';

/** Things with a button each. */
export const List = styled.ul`
  margin-bottom: 22px;
  border-top: 1px solid var(--line);

  li {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 20px;
    align-items: center;
    justify-content: space-between;
    padding-block: 14px;
    border-bottom: 1px solid var(--line);
  }
  p { color: var(--text-2); font-size: var(--t-small); }
`;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** @param time ISO 8601 */
export function since(time: string) {
  return <time dateTime={time}>{day.format(new Date(time))}</time>;
}
