import type { ReactNode } from 'react';
import type { Company } from 'shared/content/company';
import { TextLink } from 'shared/ui/links';
import type { CompanyFact, LegalNode } from '../../content/legal/format.ts';
import { LegalTable } from './legal-table.tsx';

/** A legal text's nodes as elements, with the company's facts filled in. */
export function legalNodes(nodes: readonly LegalNode[], company: Company): ReactNode {
  return nodes.map((node, index) => {
    if (typeof node === 'string') return node;
    if ('fact' in node) return <Fact key={index} fact={node.fact} company={company} />;
    if ('rows' in node) {
      const rows = node.rows.map((cells) => cells.map((cell) => legalNodes(cell, company)));
      return <LegalTable key={index} columns={node.columns} rows={rows} />;
    }
    const children = legalNodes(node.children, company);
    if (node.tag !== 'a') return <node.tag key={index}>{children}</node.tag>;
    return (
      <TextLink key={index} href={node.to}>
        {children}
      </TextLink>
    );
  });
}

function Fact({ fact, company }: { fact: CompanyFact; company: Company }): ReactNode {
  const { name, email, phone, address, hours } = company;
  switch (fact) {
    case 'name':
      return name;
    case 'email':
      return <TextLink href={email.href}>{email.display}</TextLink>;
    case 'phone':
      // On one line where it fits.
      return <TextLink href={phone.href}>{phone.display.replaceAll(' ', '\u00a0')}</TextLink>;
    case 'address':
      return address.join(', ');
    case 'hours':
      return `${hours.days}, ${hours.time}`;
  }
}
