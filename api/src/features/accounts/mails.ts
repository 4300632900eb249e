/** What the owner of an account is told by mail. */
import { company } from 'shared/content/company';
import { accountLinks, CONFIRM_QUERY, NEW_PASSWORD } from 'shared/contracts/account';
import { href, paths, withNext } from 'shared/contracts/paths';
import { CONFIRM_HOURS, RESET_MINUTES } from 'shared/rules/limits';
import type { Letter } from '../../mail/mailer.ts';
import { ACCOUNT_TOPIC, TOKEN_PLACE } from '../../mail/mailed-token.ts';

export interface AccountMailFacts {
  /** Without a name while it is not known who reads mail to the address. */
  user: { id: string; name: string; email: string };
  publicUrl: string;
}

/** With a link to confirm the address. @param next page of this site where the visitor wants to be afterwards */
export function confirmMail(facts: AccountMailFacts, next: string): Letter {
  return registrationMail(facts, `Confirm your ${company.name} account`, [
    `Someone, probably you, registered with ${company.name} using this address.`,
    `Open this page and choose 'Confirm my address':\n${withNext(link(facts, accountLinks.confirm), next)}`,
    `The link works for ${CONFIRM_HOURS} hours. If it was not you, do nothing: nobody can use the account until it is confirmed.`,
  ]);
}

/** The same to a person who has forgotten the password of a registration. Its page begins with choosing another one. */
export function confirmForgottenMail(facts: AccountMailFacts): Letter {
  return registrationMail(facts, `Confirm your ${company.name} account`, [
    `Someone, probably you, asked for a new password for the ${company.name} account with this address. You have registered, but the address is not confirmed yet.`,
    `Open this page, confirm the address and choose a password:\n${link(facts, accountLinks.confirm)}&${CONFIRM_QUERY}=${NEW_PASSWORD}`,
    `The link works for ${CONFIRM_HOURS} hours. If it was not you, do nothing: nobody can use the account until it is confirmed.`,
  ]);
}

/** To a person who registers again: on the page it looks like the first time. */
export function alreadyRegisteredMail(facts: AccountMailFacts): Letter {
  return mail(facts, `You already have a ${company.name} account`, [
    `Someone, probably you, registered with ${company.name} using this address. It already has an account, and nothing has changed.`,
    `Log in here:\n${facts.publicUrl}${href(paths.login)}`,
    `If you have forgotten your password, set a new one:\n${facts.publicUrl}${href(paths.forgotPassword)}`,
  ]);
}

/** With a link to a new password. */
export function newPasswordMail(facts: AccountMailFacts): Letter {
  return mail(facts, `A new password for your ${company.name} account`, [
    `Someone, probably you, asked for a new password for the ${company.name} account with this address.`,
    `Set it here:\n${link(facts, accountLinks.newPassword)}`,
    `The link works once and expires after ${RESET_MINUTES} minutes. If it was not you, do nothing: the password stays as it is.`,
  ]);
}

/** @param passkeys how many still log in to the account */
export function passwordChangedMail(facts: AccountMailFacts, passkeys = 0): Letter {
  return ownMail(facts, `The password of your ${company.name} account was changed`, [
    `The password of your ${company.name} account was changed, and you were logged out everywhere else.`,
    ...(passkeys === 0 ? [] : [stillOpen(facts, passkeys)]),
    `If it was not you, set a new password now and write to us:\n${facts.publicUrl}${href(paths.forgotPassword)}`,
  ]);
}

/** @param name as its owner calls it; may be empty */
export function passkeyAddedMail(facts: AccountMailFacts, name: string): Letter {
  return ownMail(facts, `A passkey was added to your ${company.name} account`, [
    `A passkey${called(name)} was added to your ${company.name} account. Anyone who can unlock its device can log in with it.`,
    notYou(facts, 'remove it'),
  ]);
}

export function passkeyRemovedMail(facts: AccountMailFacts, name: string): Letter {
  return ownMail(facts, `A passkey was removed from your ${company.name} account`, [
    `The passkey${called(name)} was removed from your ${company.name} account. It can no longer be used to log in.`,
    notYou(facts, 'look at the passkeys that are left'),
  ]);
}

const called = (name: string): string => (name === '' ? '' : ` called "${name}"`);

const notYou = ({ publicUrl }: AccountMailFacts, what: string): string =>
  `If it was not you, ${what} on your account page and set a new password:\n${publicUrl}${href(paths.account)}`;

const stillOpen = ({ publicUrl }: AccountMailFacts, passkeys: number): string =>
  `${passkeys === 1 ? 'One passkey' : `${passkeys} passkeys`} can still log in to it. Remove any that you do not recognise:\n${publicUrl}${href(paths.account)}`;

export function accountDeletedMail(facts: AccountMailFacts): Letter {
  return ownMail(facts, `Your ${company.name} account was deleted`, [
    `Your ${company.name} account and all its data were deleted. This is the last email about it.`,
    'If it was not you, write to us.',
  ]);
}

const link = ({ publicUrl }: AccountMailFacts, path: string): string => `${publicUrl}${path}?token=${TOKEN_PLACE}`;

/** To an address that has no account. */
function registrationMail(facts: AccountMailFacts, subject: string, paragraphs: string[]): Letter {
  return { ...mail(facts, subject, paragraphs), cause: 'registration-link' };
}

/** Only the owner can cause it. */
function ownMail(facts: AccountMailFacts, subject: string, paragraphs: string[]): Letter {
  return { ...mail(facts, subject, paragraphs), cause: 'recipient' };
}

function mail({ user }: AccountMailFacts, subject: string, paragraphs: string[]): Letter {
  return {
    cause: 'account-link',
    topic: ACCOUNT_TOPIC,
    topicId: user.id,
    recipient: user.email,
    subject,
    paragraphs: [user.name ? `Hello ${user.name},` : 'Hello,', ...paragraphs],
  };
}
