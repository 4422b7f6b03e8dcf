/** Reports of mail servers as they write them, and what is none. */
export const mailId = '0198c5a4-7d1e-7aaa-8bbb-0123456789ab'
export const copy = [
  'Return-Path: <deck@music.example>',
  'Received: from deck (localhost [127.0.0.1]) by mx.example; Mon, 30 Nov 2026 09:00:00 +0000',
  'From: Tapedeck <deck@music.example>',
  'Subject: 550 5.1.1 User unknown',
  `Message-ID: <${mailId}@music.example>`,
  '',
  'Thank you. 550 5.1.1 User unknown',
].join('\n')

type Form = { name: string; head: readonly string[]; body: string }
type Read = 'address' | 'came back' | 'complaint' | undefined

const daemon = (subject: string, ...more: string[]) => [
  'Return-Path: <>',
  'From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example>',
  `Subject: ${subject}`,
  ...more,
]

const qmail = (said: string): Form => ({
  name: `qmail: ${said}`,
  head: ['From: MAILER-DAEMON@mx.example', 'Subject: failure notice'],
  body: `Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<gone@example.org>:\n${said}\n\n--- Below this line is a copy of the message.\n\n${copy}`,
})

const exim = (said: string): Form => ({
  name: `Exim: ${said}`,
  head: daemon(
    'Mail delivery failed: returning message to sender',
    'X-Failed-Recipients: gone@example.org',
    'Auto-Submitted: auto-replied',
  ),
  body: `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  gone@example.org\n    ${said}\n\n------ This is a copy of the message, including all the headers. ------\n\n${copy}`,
})

const parts = (type: string, ...all: readonly string[]) => ({
  line: `Content-Type: ${type}; boundary="b1"`,
  body: [...all.map((part) => `--b1\n${part}\n`), '--b1--'].join('\n'),
})

const status = (fields: string, name = fields): Form => {
  const { line, body } = parts(
    'multipart/report; report-type=delivery-status',
    'Content-Type: text/plain\n\nYour email could not be delivered.',
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; gone@example.org\n${fields}`,
    `Content-Type: message/rfc822\n\n${copy}`,
  )
  return { name, head: daemon('Undelivered Mail Returned to Sender', line), body }
}

/** A report that a report, which a mail server had sent in our name, could not be delivered. */
const reportOfReport = (): Form => {
  const inner = status('Action: failed\nStatus: 5.1.1', 'inner')
  const nested = [...inner.head, '', inner.body].join('\n').replaceAll('b1', 'b2')
  const { line, body } = parts(
    'multipart/report; report-type=delivery-status',
    'Content-Type: text/plain\n\nYour report could not be delivered.',
    'Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; MAILER-DAEMON@mx.example\nAction: failed\nStatus: 5.1.1',
    `Content-Type: message/rfc822\n\n${nested}`,
  )
  return { name: 'a report of a report', head: daemon('Undelivered Mail Returned to Sender', line), body }
}

const inParts = (name: string, subject: string, words: string): Form => {
  const { line, body } = parts('multipart/mixed', words, `Content-Type: message/rfc822\n\n${copy}`)
  return { name, head: daemon(subject, line), body }
}

export const feedback = (type: string): Form => {
  const { line, body } = parts(
    'multipart/report; report-type=feedback-report',
    'Content-Type: text/plain\n\nThis is an email abuse report.',
    `Content-Type: message/feedback-report\n\nFeedback-Type: ${type}\nUser-Agent: Yahoo!-Mail-Feedback/2.0\nVersion: 0.1`,
    `Content-Type: message/rfc822\n\n${copy}`,
  )
  return { name: `feedback ${type}`, head: ['From: <feedback@provider.example>', line], body }
}

const answer = (name: string, head: readonly string[], words: string): Form => ({
  name,
  head,
  body: `${words}\n\n> ${copy.replaceAll('\n', '\n> ')}`,
})

export const reportForms: readonly (readonly [Form, Read])[] = [
  [qmail('Sorry, no mailbox here by that name. (#5.1.1)'), 'address'],
  [
    qmail('192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 <gone@example.org>... User Unknown'),
    'address',
  ],
  [qmail("Sorry, I couldn't find any host named example.orgg. (#5.1.2)"), 'address'],
  [qmail('Remote host said: 550-5.7.26 Unauthenticated email is not accepted.\nGiving up on 192.0.2.1.'), 'came back'],
  [qmail("I'm not going to try again; this message has been in the queue too long."), 'came back'],
  [
    exim(
      'SMTP error from remote mail server after RCPT TO:<gone@example.org>:\n    host mx.example.org [192.0.2.5]: 550 5.1.1 <gone@example.org>: No such user',
    ),
    'address',
  ],
  [exim('mailbox is full: retry timeout exceeded'), 'address'],
  [
    exim(
      'SMTP error from remote mail server after end of data:\n    host mx.example.org [192.0.2.5]: 554 5.7.1 Message rejected as spam',
    ),
    'came back',
  ],
  [exim('Unrouteable address'), 'came back'],
  [
    {
      ...exim('Delay reason: 450 please come again'),
      name: 'Exim waits',
      head: daemon('Warning: message 1mXab-0001 delayed 24 hours', 'Auto-Submitted: auto-replied'),
    },
    undefined,
  ],
  [status('Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown'), 'address'],
  [status('Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 "Unknown User"'), 'address'],
  [status('Action: failed\nStatus: 5.4.4\nDiagnostic-Code: smtp; 550 5.4.4 Invalid domain'), 'address'],
  [
    status(
      'Action: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10\n RESOLVER.ADR.RecipientNotFound; not found',
    ),
    'address',
  ],
  [status('Action: failed\nStatus: 5.0.0\nDiagnostic-Code: X-Postfix; Host or domain name not found.'), 'address'],
  [status('Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 554 5.7.1 Blocked by policy'), 'came back'],
  [
    status('Action: failed\nStatus: 5.1.8\nDiagnostic-Code: smtp; 550 5.1.8 Sender address rejected: domain unknown'),
    'came back',
  ],
  [status('Action: failed\nStatus: 5.1.0\nDiagnostic-Code: smtp; 550 5.1.0 listed by Spamhaus'), 'came back'],
  [
    status(
      'Action: failed\nStatus: 5.2.3\nDiagnostic-Code: smtp; 552 5.2.3 Message too large for this user: not found',
    ),
    'came back',
  ],
  [status('Action: expired\nStatus: \nDiagnostic-Code: Connection timed out'), 'came back'],
  [status('Status: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full', 'no action'), 'address'],
  [status('Action: delayed\nStatus: 4.4.7'), undefined],
  [status('Action: delivered\nStatus: 2.0.0'), undefined],
  [
    status(
      'Action: relayed\nStatus: 2.0.0\n\nFinal-Recipient: rfc822; on@example.org\nAction: failed\nStatus: 5.1.1',
      'two',
    ),
    'address',
  ],
  [
    inParts(
      'OpenSMTPD',
      'Delivery status notification: error',
      'Content-Type: text/plain\n\n    Hi!\n\n    This is the MAILER-DAEMON.\n    An error has occurred while attempting to deliver a message:\n\ngone@example.org: 550 5.2.2 Mailbox Full',
    ),
    'address',
  ],
  [
    inParts(
      'in Base64',
      '=?utf-8?B?VW56dXN0ZWxsYmFy?=',
      `Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${btoa('Zustellung nicht möglich: 550 5.1.1 unbekannt')}`,
    ),
    'address',
  ],
  [
    inParts(
      'as quoted-printable',
      'Undeliverable',
      'Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>The address <b>gone=40exam=\nple.org</b> was not found: 550 5.1.=\n1 User unknown</p>',
    ),
    'address',
  ],
  [
    inParts(
      'waits in parts',
      'Delivery status notification: delayed',
      'Content-Type: text/plain\n\nWe will keep trying. 451 4.7.1 Try later',
    ),
    undefined,
  ],
  [
    {
      name: 'Gmail',
      head: daemon('Delivery Status Notification (Failure)', 'X-Failed-Recipients: gone@example.org'),
      body: `Delivery to the following recipient failed permanently:\n\n     gone@example.org\n\nThe error that the other server returned was:\n550 5.1.1 User Unknown\n\n----- Original message -----\n\n${copy}`,
    },
    'address',
  ],
  [
    {
      name: 'Yahoo',
      head: daemon('Failure Notice'),
      body: `Sorry, we were unable to deliver your message to the following address.\n\n<gone@yahoo.com>:\nThis user doesn't have a yahoo.com account (gone@yahoo.com) [0]\n\n--- Below this line is a copy of the message.\n\n${copy}`,
    },
    'address',
  ],
  [
    {
      name: 'sendmail',
      head: daemon('Returned mail: User unknown'),
      body: `   ----- Transcript of session follows -----\n550 gone@example.org... User unknown\n\n   ----- Unsent message follows -----\n${copy}`,
    },
    'address',
  ],
  [reportOfReport(), undefined],
  [{ name: 'forged words in the copy alone', head: daemon('Mail'), body: copy }, undefined],
  [feedback('abuse'), 'complaint'],
  [feedback('opt-out'), 'complaint'],
  [feedback('not-spam'), undefined],
  [feedback('auth-failure'), undefined],
  [
    {
      name: 'Outlook.com',
      head: [
        'From: staff@hotmail.com',
        'Subject: complaint about message from 192.0.2.222',
        'Content-Type: multipart/mixed; boundary="b1"',
      ],
      body: `--b1\nContent-Type: message/rfc822\n\nX-HmXmrOriginalRecipient: gone@hotmail.com\n${copy}\n--b1--`,
    },
    'complaint',
  ],
  [
    answer(
      'an answer',
      ['From: Ada <ada@example.org>', 'Subject: Re: Your receipt'],
      'My download fails: 550 user unknown',
    ),
    undefined,
  ],
  ...[
    ['Automatic reply: Your receipt', 'I am no longer with this company. The user does not exist.'],
    ['Abwesenheitsnotiz: Ihr Beleg', 'Ich bin bis 5.1.2027 nicht da. Das Konto 550 ist geschlossen.'],
    ['Respuesta automática: recibo', 'Esta cuenta no existe.'],
    ['Réponse automatique : reçu', 'Adresse inconnue, 550 5.1.1.'],
    ['自動返信: 領収書', '不在にしております。'],
  ].map(
    ([subject = '', words = '']) =>
      [
        answer(
          subject,
          ['Return-Path: <>', 'From: Ada <ada@example.org>', `Subject: ${subject}`, 'Auto-Submitted: auto-replied'],
          words,
        ),
        undefined,
      ] as const,
  ),
]

export const sourceOf = ({ head, body }: Form) => [...head, '', body].join('\n')
