import { say } from '../../../lib/language/say.ts'
import { draftNote, type LegalFacts, type Templated } from './facts.ts'

const lawText: Readonly<Record<Templated, () => string>> = {
  DE: () => say('A drop is a public prize competition (section 661 BGB).'),
  AT: () => say('A drop is a public promise of a prize (sections 860 and following ABGB).'),
  CH: () => say('A drop is a public promise of a reward (article 8 OR), decided by the quality of the clips.'),
  FR: () =>
    say(
      'A drop is a contest decided by the quality of the clips, and costs nothing to enter (article L. 121-20 of the Code de la consommation).',
    ),
  ES: () => say('A drop is a contest decided by the quality of the clips, not by chance; entering costs nothing.'),
  GB: () =>
    say('A drop is a prize competition decided by skill (Gambling Act 2005, section 14), and costs nothing to enter.'),
  US: () =>
    say(
      'A drop is a contest of skill. No purchase is necessary, and a purchase does not improve the clip. It is void where prohibited by law. [[States that you leave out]]',
    ),
  JP: () =>
    say(
      'A drop is open to everybody without a purchase. [[Check the limits on prizes of the Act against Unjustifiable Premiums]]',
    ),
}

/** The rules of drops, which each drop links: who may enter, how winners are found, tax. */
export const dropRules = (facts: LegalFacts): string =>
  [
    `# ${say('Rules of drops')}`,
    draftNote(facts),
    say('A drop is held by the artist whose page shows it, on {site}, which is run by {name}, {addressLine}.', facts),
    ...(facts.country === null ? [say('[[What your law says of contests with prizes]]')] : [lawText[facts.country]()]),
    `## ${say('Who may enter')}`,
    say(
      'Everybody with an account who is at least [[18]] years old and may enter where they live, but not the artist of the drop. Each person enters one clip.',
    ),
    `## ${say('How winners are found')}`,
    say(
      'The page of a drop says when it ends, how points count, by when the artist chooses, and what each place wins. If the artist does not choose, the points decide. The artist may refuse a clip, with the reason.',
    ),
    `## ${say('The prize')}`,
    say(
      'The prize is paid in before the drop opens. Winners are paid by Stripe to an account in their own name, in a country that Stripe pays. A prize that is not taken within a year goes where the page of the drop says.',
    ),
    say('Winners pay the tax on their prize themselves. [[What you have to withhold or report]]'),
    `## ${say('Your clip')}`,
    say(
      'The clip stays yours. Show only what you may show. By entering you allow this site to show it with the drop, with your name, until you take it back.',
    ),
  ].join('\n\n')
