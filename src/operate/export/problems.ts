import { say } from '../../lib/language/say.ts'

export const problems = {
  'no-room': 'There is not enough disk space here to pack your data.',
  away: 'Your files cannot be reached right now. Ask for them again later.',
  busy: 'This server was too busy to pack your data. Ask for it again later.',
  memory: 'This server has too little memory to pack your data.',
  crashed: 'Your data could not be packed.',
} as const

export const keptProblem = (problem: string): string =>
  Object.values(problems).find((known) => known === problem) ?? problems.crashed

export function problemText(kept: string | null): string {
  if (kept === problems['no-room']) return say('There is not enough disk space here to pack your data.')
  if (kept === problems.away) return say('Your files cannot be reached right now. Ask for them again later.')
  if (kept === problems.busy) return say('This server was too busy to pack your data. Ask for it again later.')
  if (kept === problems.memory) return say('This server has too little memory to pack your data.')
  return say('Your data could not be packed.')
}
