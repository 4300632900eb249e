import { styled } from 'styled-components';
import { sampleNote } from '../content/samples.ts';

const Note = styled.p`
  margin-top: 24px;
  color: var(--text-2);
  font-size: var(--t-small);
`;

/** Says that people and their words are samples, as long as they are. */
export function SampleNote() {
  return sampleNote ? <Note>{sampleNote}</Note> : null;
}
