import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { joinSentences } from '../../lib/text/gap.ts'

/** Whether a text still has [[…]], places for the owner's words: it is not published then. */
export const hasBlanks = (text: string): boolean => text.includes('[[')

const contactOf = ({ config }: Ctx): string => config.site.contactEmail ?? say('[[an email address]]')

const imprint = (ctx: Ctx): string =>
  say(
    `# Imprint

{site}, {origin}, is run by

[[your name, or that of your company]]

[[your postal address]]

Email: {contact}

Responsible for the content: [[your name and address, or “the same”]]

[[where your country asks for it: telephone, register and number, VAT ID, supervisory authority]]
`,
    { site: ctx.config.site.name, origin: ctx.site.origin, contact: contactOf(ctx) },
  )

const privacy = (ctx: Ctx): string =>
  [
    keepingText(ctx),
    ...(Object.keys(ctx.config.providers).length > 0 ? [doorsText()] : []),
    ...(ctx.config.payments === 'off' ? [] : [payingText(ctx)]),
    emailsText(ctx),
    backupsText(ctx),
    rightsText(),
  ].join('\n\n')

const keepingText = (ctx: Ctx): string =>
  say(
    `# Privacy

Responsible for what is kept here is [[your name]], [[your postal address]], {contact}.

## When you only look and listen

This site loads nothing from anywhere else, and counts plays, not people. Looking and listening set no cookie. A cookie keeps the language that you choose, for a year; by whose link you came, for 30 days; and the letter whose link you followed, for 7 days. Your network address is used to answer you and to hold off abuse, and written into a log only with sign-ins and attempts to break in.

## When you have an account

It keeps your email address, your name, a fingerprint of your password and your passkeys, what you write about yourself, and what you do here: what you buy, like, follow, comment, upload. A cookie keeps you signed in for at most 30 days; another one, kept for a year, tells that your browser is known. For 90 days your account shows you the newest hundred sign-ins and changes, with browser and a shortened network address. All of it can be read and downloaded at [your account](/account), where you can also delete it at once.`,
    { contact: contactOf(ctx) },
  )

const doorsText = (): string =>
  say('Where you sign in with an account elsewhere, that service tells us your name and your confirmed email address.')

const payingText = ({ config }: Ctx): string =>
  [
    say('## When you pay'),
    config.payments === 'stripe'
      ? say(
          'Your card is handled by Stripe, not by this site: see [Stripe’s privacy policy](https://stripe.com/privacy). Stripe tells us that you paid, and from which country.',
        )
      : say('Only test payments are taken here: no card is charged.'),
    say(
      'What you bought, what you paid and your email address are kept with the receipt as long as the law asks for it, also when you delete your account, then without your name. The artist sees what was sold, not who you are, unless you agree to be on their mailing list.',
    ),
  ].join('\n\n')

const emailsText = ({ config }: Ctx): string =>
  [
    say('## Emails'),
    config.smtpUrl
      ? say('Emails go out through a mail server that we have chosen: [[whose]]. Each list has a link to leave it.')
      : say('This site sends no email.'),
  ].join('\n\n')

function backupsText({ config: { backup } }: Ctx): string {
  const title = say('## Backups')
  if (!backup.to) return `${title}\n\n${say('No automatic copy is made.')}`
  const text = backup.passphrase
    ? say(
        'A copy of everything is made each night, encrypted, and kept for at most a year, at [[where the copies are, and who runs that place]]. What you delete leaves the copies with the oldest of them.',
      )
    : say(
        'A copy of everything is made each night and kept for at most a year, at [[where the copies are, and who runs that place]]. What you delete leaves the copies with the oldest of them.',
      )
  return `${title}\n\n${text}`
}

const rightsText = (): string =>
  say(
    `## Your rights

You may ask what is kept of you, have it corrected, given to you or deleted, and complain to [[the authority of your country]].
`,
  )

function terms(ctx: Ctx): string {
  const { site, payments, platformFeePercent: percent } = ctx.config
  const sells = payments !== 'off'
  const artists = say(
    `## For artists

What you upload stays yours. You allow this site to store it, to play it, and to deliver it to people who bought it; that last permission stays when you take it down, for those who have it.`,
  )
  const share =
    sells && percent > 0
      ? [say('Of others’ sales this site keeps {percent} percent and what the payment processor takes.', { percent })]
      : []
  return [
    say(
      `# Terms

{site} is run by [[your name]]. By using it you agree to these terms.

## For everybody

Be kind. Upload, write and show only what you may. What breaks the law or hurts others is taken down, and we say why. You can leave at any time, and take what is yours with you.`,
      { site: site.name },
    ),
    ...(sells ? [buyersText()] : []),
    joinSentences(artists, ...share),
    say(
      `## When something goes wrong

We look after this site with care, and cannot promise that it is always there. Write to {contact}. The law of [[your country]] holds; consumers keep the protection of their own.
`,
      { contact: contactOf(ctx) },
    ),
  ].join('\n\n')
}

const buyersText = (): string =>
  say(
    `## For buyers

The price is shown before you pay, [[with VAT included, or: no VAT is charged because …]]. Delivery begins as soon as the payment is there: you can play and download what you bought, and keep it. [[What holds for giving it back: the law of your country may give fourteen days]] You may play it as often as you like for yourself; you may not publish or sell it.`,
  )

const drafts: Readonly<Record<string, (ctx: Ctx) => string>> = {
  IMPRINT: imprint,
  PRIVACY_POLICY: privacy,
  TERMS: terms,
}

/**
 * Returns a draft of a text about the site, filled from how it is set up; null for a setting that
 * is no such text. It says only what this program does, and marks what the owner alone knows. It is
 * in the language of the person who asks for it.
 */
export const draftOf = (ctx: Ctx, name: string): string | null => drafts[name]?.(ctx) ?? null
