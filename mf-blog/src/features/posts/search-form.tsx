import type { SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Button } from 'shared/ui/button';
import { Field } from 'shared/ui/field';
import { listUrl } from '../../list/post-list.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 12px;
  align-items: end;
  max-width: 560px;
`;

/** Searches all posts for words. An ordinary form that leads to the same page; with script, without a full load. */
export function SearchForm({ q }: { q: string }) {
  const navigate = useNavigate();

  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('q')).trim();
    void navigate(listUrl(href(paths.posts), { q: words, before: null }));
  };

  return (
    <Form role="search" action={href(paths.posts)} onSubmit={search}>
      {/* A new search, made in the address bar or by going back, gets a new field. */}
      <Field
        key={q}
        label="Search the posts"
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        enterKeyHint="search"
      />
      <Button type="submit" $kind="secondary">
        Search
      </Button>
    </Form>
  );
}
