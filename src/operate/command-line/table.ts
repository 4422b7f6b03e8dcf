/** An option of a command. `value` is the name of its value in the help. */
export type Option = {
  name: `--${string}`
  value?: 'NAME' | 'NAMES' | 'HANDLE' | 'FILE' | 'PLACE' | 'DATE'
  about: string
}

/** A command as the help describes it. An operand in brackets may be left out. */
export type Command = { name: string; operands: readonly string[]; about: string; options: readonly Option[] }

const command = (name: string, operands: string, about: string, ...options: readonly Option[]): Command => ({
  name,
  operands: operands.split(' ').filter(Boolean),
  about,
  options,
})

/** The parser, the help, the manual page and the completions all come from here. */
export const commandTable: readonly Command[] = [
  command('serve', '', 'open or create the data folder and serve it', {
    name: '--domain',
    value: 'NAME',
    about:
      "by https, as https://NAME: on ports 443 and 80, with a certificate of Let's Encrypt that it gets and renews by itself, whose terms of service you agree to by that",
  }),
  command(
    'demo',
    '',
    'the same in a folder of its own (DEMO_DIR), with fictional artists and music made by a program',
    { name: '--fresh', about: 'remove what an earlier demo made there and start over' },
  ),
  command(
    'edge',
    '',
    'carry the open rooms of a site that grows, on this machine or another: PRIMARY_URL, REDIS_URL and EDGE_SECRET; help growing tells the rest',
  ),
  command('owner', 'EMAIL', 'make that account the owner of the instance'),
  command('password', 'EMAIL', 'print a link with which that account sets a new password'),
  command('passkeys', 'EMAIL', 'remove the passkeys of somebody who lost them, and what asks for them'),
  command('email', 'EMAIL NEW', 'give that account another email address'),
  command(
    'bounces',
    '',
    'read from the standard input what mail servers report of letters, one email or a mailbox of them: which came back, and who complained and gets no more; help letters tells the rest',
  ),
  command(
    'import',
    '[FOLDER]',
    "show what becomes of a folder or a zip of music on an artist's tapes, with what lies beside it or is in its tags: one tape for each album, with cover, lyrics and codes, unpublished; done twice, it changes nothing; help import tells the rest",
    { name: '--artist', value: 'HANDLE', about: 'whose music it is' },
    { name: '--by', value: 'NAMES', about: 'further names under which it is theirs, separated by commas' },
    { name: '--codes', value: 'FILE', about: 'codes that were given out elsewhere, as CSV' },
    { name: '--tape', value: 'NAME', about: 'the casset of codes that name none' },
    { name: '--all', about: 'name every track and every file, however many there are' },
    { name: '--yes', about: 'do it' },
  ),
  command('backup', '[FILE]', 'write everything, database, music and keys, into one file, while it serves', {
    name: '--to',
    value: 'PLACE',
    about:
      'add a backup to that folder, or bucket such as s3://backups, instead: only what is new takes room and time, each file is read again, with BACKUP_PASSPHRASE it is encrypted, and of the old ones 7 days, 4 weeks and 12 months stay',
  }),
  command(
    'restore',
    'FILE|PLACE',
    'put a backup, a file or the newest one of a folder or bucket, into a data folder that is empty',
    {
      name: '--at',
      value: 'NAME',
      about: 'that one of the place instead of the newest, such as 2026-11-26T03-00-00Z',
    },
    { name: '--look', about: 'for a look alone: no site that takes the place of the one it was made of' },
  ),
  command(
    'blobs',
    'move bucket|disk',
    'move music and pictures from this disk to the bucket of BLOBS, or copy them back, while it serves; compared by hash, and begun again it goes on',
  ),
  command(
    'promote',
    '',
    'say that this folder, restored from a backup or a copy that waited for it (LEASE; help growing tells the rest), is the site from now on, and fetch what was paid since',
  ),
  command(
    'doctor',
    '',
    'check everything, payments at the processor too; exits 1 on problems',
    { name: '--fix', about: 'fix what it can' },
    { name: '--deep', about: 'read every stored file to its last byte too' },
    { name: '--all', about: 'compare every payment there ever was, not only what moved since the last clean run' },
  ),
  command(
    'rehearse',
    '[FILE]',
    "play through payments at Stripe with test keys before you take real money: sales, refunds, disputes, an artist's account, transfers, a payout; prints what differs from what this program expects, and writes all of it to FILE; exits 2 where something differs, 1 where nothing could be played",
  ),
  command(
    'nginx',
    '',
    'print the whole configuration of nginx in front of this site, for /etc/nginx/nginx.conf; help growing tells the rest',
  ),
  command(
    'secrets',
    'renew',
    'make new keys where secrets.json is lost or damaged, and forget the secrets of the desk that only it could open; says first what that takes away; help security tells the rest',
    { name: '--yes', about: 'do it' },
  ),
  command('keys', 'rotate', 'replace the key that signs releases; what the old one signed stays valid'),
  command(
    'verify',
    'FILE|URL [AUDIO]',
    'check a release, at its site or in a saved answer of its manifest: hash, signature, history, log, and that AUDIO is a file of it; exits 2 where something was altered, 1 on no answer; for the file of a license 3 where it is real and over, 4 where it has ended, 5 where only the file itself says whose keys have signed it',
    { name: '--key', value: 'FILE', about: "the site's did.json as it was saved, instead of asking for it" },
    {
      name: '--witness',
      value: 'FILE',
      about: 'keys of witnesses, a line each: each of them has to have cosigned the log',
    },
    {
      name: '--checkpoint',
      value: 'FILE',
      about: 'keep the head of the log there, and compare with what was kept before',
    },
    { name: '--at', value: 'DATE', about: 'of the certificate of a license: whether it counted then' },
  ),
  command(
    'upgrade',
    '[FILE]',
    'put a newer version, as downloaded, in place of this one: checks its signature FILE.minisig, tries it on a copy of the site, restarts the service, and goes back by itself if that does not answer',
    {
      name: '--back',
      about: 'put the version before in place of this one in the same way, while it can open the database',
    },
    { name: '--key', value: 'FILE', about: 'the public key, instead of that of the release which this program is of' },
  ),
  command(
    'verify-release',
    'FILE',
    'check a downloaded file of Tapedeck itself, or its SHA256SUMS with what lies beside it, by the signature FILE.minisig; exits 2 where it is not what was signed',
    { name: '--key', value: 'FILE', about: 'the public key, instead of that of the release which this program is of' },
  ),
  command('licenses', '', 'print the licences of everything inside this executable'),
  command('completions', 'bash|zsh|fish', 'print what that shell needs to complete these commands'),
  command('man', '', 'print the manual page, for man -l - or a file tapedeck.1'),
  command('help', '[TOPIC]', 'print this, or a page of the guide; a site shows them at /guide'),
]

export const synopsis = ({ name, operands, options }: Command): string =>
  [name === 'serve' ? '[serve]' : name, ...operands, ...options.map((option) => `[${optionText(option)}]`)].join(' ')

export const optionText = ({ name, value }: Option): string => (value === undefined ? name : `${name} ${value}`)
