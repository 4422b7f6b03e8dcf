import { nameOfLanguage } from '../../../lib/language/languages.ts'
import { say } from '../../../lib/language/say.ts'
import { draftNote, type LegalFacts } from './facts.ts'

/** The point of contact, what may stand here, and how it is decided (DSA 11, 12, 14, 16, 17). */
export function contactText(facts: LegalFacts): string {
  const { ctx, country } = facts
  const languages = ctx.config.site.languages.map(nameOfLanguage).join(', ')
  return [
    `# ${say('Contact')}`,
    draftNote(facts),
    say(
      'Write to {contact}, in one of these languages: {languages}. It is the one address for users, buyers and authorities.',
      {
        ...facts,
        languages,
      },
    ),
    `${facts.name}\n${facts.address}`,
    `## ${say('What may not stand here')}`,
    say(
      'Music, pictures and words to which you have no right; what the law forbids; hate, threats, and what exposes others; advertising that nobody asked for; accounts that pretend to be somebody else. [[What else you forbid]]',
    ),
    `## ${say('Reporting something')}`,
    say(
      'Each page, comment and profile has a key to report it; no account is needed. We confirm a report by email where it has an address, look at it ourselves, without a machine that decides, and say what was decided and why.',
    ),
    `## ${say('What becomes of it')}`,
    say(
      'We may take a thing down, hide it, mute or suspend an account, always with the reason. Whoever made it can object once, within six months, at the page of the decision; then somebody looks at it again. Everybody can go to court, and in the European Union to a certified body for settling disputes.',
    ),
    ...(country === 'US'
      ? [
          `## ${say('Copyright')}`,
          say(
            'Designated agent under the DMCA: [[name, address, telephone and email, as registered with the Copyright Office]]',
          ),
        ]
      : []),
  ].join('\n\n')
}
