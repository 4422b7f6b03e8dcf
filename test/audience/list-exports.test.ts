import { expect, test } from 'bun:test'
import { textOfList } from '../../public/islands/studio/mailing-list/read-file.ts'
import { readList } from '../../src/lib/account/read-list.ts'
import { decodeText } from '../../src/lib/encoding/decode-text.ts'
import { readTable } from '../../src/lib/table/read-table.ts'
import { loopMs } from '../support/processor.ts'
import { type Zipped, zipOf } from '../support/zips.ts'

/** Of each export: those who may be asked begin with "on", those who ended it with "off". */
const exports: Readonly<Record<string, string>> = {
  'Mailchimp, subscribed':
    '"Email Address","First Name","Address","MEMBER_RATING","OPTIN_TIME","OPTIN_IP","CONFIRM_TIME","LATITUDE","LAST_CHANGED","LEID","NOTES","TAGS"\n"on1@example.com","Ada","1 Main St, ""B""\nTown",2,,,"2024-05-05 10:00:00","","2024-05-05 10:00:00","1","",""\non2@example.com,Bo,,2,"2024-05-05 10:00:00",192.0.2.1,,,,,,',
  'Mailchimp, unsubscribed':
    '"Email Address","First Name","UNSUB_TIME","UNSUB_CAMPAIGN_TITLE","UNSUB_REASON","UNSUB_REASON_OTHER"\noff1@example.com,Ada,"2024-05-05 10:00:00","May news","NORMAL",',
  'Mailchimp, cleaned':
    '"Email Address","CLEAN_TIME","CLEAN_CAMPAIGN_TITLE"\noff@example.com,"2024-05-05 10:00:00",May',
  Substack:
    'email,active_subscription,expiry,plan,email_disabled,created_at\non@example.com,false,,other,false,2024-01-01T00:00:00.000Z\noff@example.com,true,,yearly_a,true,2024-01-01T00:00:00.000Z',
  listmonk:
    'uuid,email,name,attributes,status,created_at\nu1,off@example.com,T,"{""city"":""Ghent, BE""}",blocklisted,2024-01-01\nu2,on@example.com,T,{},enabled,2024-01-01\nu3,off2@example.com,T,{},disabled,2024-01-01',
  Buttondown:
    'email,type,tags\noff@example.com,removed,\non@example.com,regular,"a,b"\noff2@example.com,unsubscribed,\non2@example.com,premium,\noff3@example.com,complained,',
  MailerLite:
    'Subscriber,Name,Status,Subscribed,Unsubscribed,Opens\non@example.com,A,Active,2024-01-01 10:00:00,,3\noff@example.com,B,Unsubscribed,2024-01-01 10:00:00,2024-02-01 10:00:00,3\noff2@example.com,C,Junk,2024-01-01,,0\noff3@example.com,C,Unconfirmed,,,0',
  Kit: 'email,first_name,state,created_at,tags\non@example.com,A,active,2024-01-01,"x, y"\noff@example.com,B,cancelled,2024-01-01,\noff2@example.com,B,bounced,,\noff3@example.com,B,complained,,',
  Bandcamp:
    'email,fullname,date added,country,postal code,num purchases\non@example.com,Ada Ly,03 May 2024,Germany,10115,2\non2@example.com,Bo,03 May 2024,France,,0',
  beehiiv:
    'Email,Status,Subscription Tier,UTM Source,Unsubscribed At\non@example.com,active,free,web,\noff@example.com,inactive,premium,web,2024-03-03\noff2@example.com,pending,free,web,',
  Patreon:
    'Name,Email,Discord,Patron Status,Follows You,Lifetime Amount,Last Charge Date,Last Charge Status,Access Expiration\nA,on@example.com,,Active patron,Yes,10.00,2024-01-01,Paid,\nB,off@example.com,,Former patron,No,10.00,2024-01-01,Paid,\nC,on2@example.com,,Declined patron,No,10.00,2024-01-01,Declined,\nD,on3@example.com,,,Yes,0.00,,,',
  Ghost:
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels\n1,on@example.com,A,,true,false,,2024-01-01,,\n2,off@example.com,B,,false,false,,2024-01-01,,\n3,off2@example.com,B,,true,false,,2024-01-01,2024-02-02,',
  Brevo:
    'CONTACT ID;EMAIL;FIRSTNAME;BLOCKLISTED;OPT_IN\n1;on@example.com;A;No;Yes\n2;off@example.com;B;Yes;Yes\n3;off2@example.com;B;No;No',
  Shopify:
    'First Name,Email,Accepts Email Marketing,Default Address Province Code,Phone,Accepts SMS Marketing,Total Spent,Tags\nA,on@example.com,yes,BE,,no,3.00,\nB,off@example.com,no,BE,,yes,3.00,',
  Wix: 'First Name,Email 1,Email Subscriber Status,SMS subscriber status,Source\nA,on@example.com,Subscribed,Never subscribed,Site\nB,off@example.com,Never subscribed,Subscribed,Site',
  Klaviyo:
    'Email,First Name,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions\non@example.com,A,SUBSCRIBED,2024-01-01 00:00:00,[]\noff@example.com,A,UNSUBSCRIBED,2024-01-01 00:00:00,[]\noff2@example.com,A,NEVER_SUBSCRIBED,,[]',
  'Constant Contact':
    'Email address,Email status,Email permission status,Confirmed Opt-Out Date,Confirmed Opt-Out Reason\non@example.com,Active,Express,,\noff@example.com,Unsubscribed,Unsubscribed,2024-01-01,too many',
  Mailjet: 'Email;IsExcludedFromCampaigns;CreatedAt\non@example.com;false;2024-01-01\noff@example.com;true;2024-01-01',
  phpList:
    'Email\tIs this subscriber confirmed\tIs this subscriber blacklisted\tNumber of bounces\non@example.com\t1\t0\t0\noff@example.com\t1\t1\t0\noff2@example.com\t0\t0\t0',
  'two lists, one after the other':
    'Email,Status\non@example.com,Active\noff@example.com,Active\n\nEmail Address,UNSUB_TIME\nOFF@example.com,2024-01-01',
  'German words':
    'Name;E-Mail;Newsletter;Abgemeldet am\nA;on@example.com;ja;\nB;off@example.com;nein;\nC;off2@example.com;ja;03.05.2024',
  'German status': 'email,status\noff@example.com,Abgemeldet\non@example.com,Angemeldet\noff2@example.com,Unbestätigt',
  'Spanish words':
    'Correo;Suscrito;Fecha de baja\non@example.com;Sí;\noff@example.com;No;\noff2@example.com;Sí;3/5/2024',
  'French words':
    'Adresse e-mail;Désinscrit;Statut\non@example.com;Non;Actif\noff@example.com;Oui;Inactif\noff2@example.com;FAUX;Désabonné',
  'Japanese words':
    '名前,メールアドレス,配信状態,退会日\nA,on@example.com,配信中,\nB,off@example.com,配信停止,\nC,off2@example.com,配信中,2024年5月3日',
  'no headings':
    'on@example.com\n"Ada" <on2@example.com>\nDee,off@example.com,Unsubscribed\noff2@example.com;Désabonnée\non3@example.com,Active\noff3@example.com\t退会',
  'a title above': 'My list of 2024\n\nsep\nEmail | Opted out\non@example.com | \noff@example.com | x',
}

test('a reader who ended emails elsewhere is left out of the exports of services and of spreadsheets in five languages', async () => {
  for (const [name, text] of Object.entries(exports)) {
    const { lines, unclear } = await readList(text)
    const read = lines.flatMap((line) =>
      'address' in line ? [[line.address.toLowerCase(), line.hasEnded] as const] : [],
    )
    expect([name, read]).toEqual([name, read.map(([address]) => [address, address.startsWith('off')] as const)])
    expect([name, read.length > 0, unclear]).toEqual([name, true, []])
  }
})

test('a column that may end emails and cannot be read is asked about, and the answer holds', async () => {
  const lists: readonly (readonly [string, string, string])[] = [
    ['email,status\na@example.com,17', 'status', '17'],
    ['Email,Opt-out\na@example.com,perhaps', 'Opt-out', 'perhaps'],
    ['Email;Newsletter\na@example.com;weekly', 'Newsletter', 'weekly'],
    ['E-Mail;Double-Opt-In\na@example.com;2', 'Double-Opt-In', '2'],
    ['メールアドレス,ステータス\na@example.com,謎', 'ステータス', '謎'],
  ]
  for (const [text, column, cell] of lists) {
    expect((await readList(text)).unclear).toEqual([{ column, cell }])
    for (const ended of [true, false]) {
      const { lines, unclear } = await readList(text, [{ column, cell, ended }])
      expect([lines, unclear]).toEqual([[{ line: 2, address: 'a@example.com', hasEnded: ended }], []])
    }
  }
})

test('a list is read in the encodings of spreadsheets, with what cannot be seen in it', async () => {
  const list = 'Correo;Suscripción\r\non@example.com\u200B;sí\r\noff@example.com;no\r\n'
  const japanese = Buffer.from('8381815b838b83418368838c83580a', 'hex')
  const sixteen = Buffer.from(list, 'utf16le')
  for (const [name, bytes] of [
    ['UTF-8', Buffer.from(list)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${list}`)],
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), sixteen])],
    ['UTF-16 without', sixteen],
    ['UTF-16 the other way', Buffer.from(sixteen).swap16()],
    ['Western', Buffer.from(list.replace('\u200B', ''), 'latin1')],
  ] as const) {
    const { lines } = await readList(decodeText(bytes))
    expect([name, lines]).toEqual([
      name,
      [
        { line: 2, address: 'on@example.com', hasEnded: false },
        { line: 3, address: 'off@example.com', hasEnded: true },
      ],
    ])
  }
  expect(decodeText(japanese)).toBe('メールアドレス\n')
})

test('a table keeps lines within quotes together, and a quote that nobody closes is a character', () => {
  expect(readTable('a,"b\nc"\n"d')).toEqual([
    { line: 1, cells: ['a', 'b\nc'] },
    { line: 3, cells: ['"d'] },
  ])
})

test('no list of a request takes more than 50 ms to be read, whatever it repeats', async () => {
  const marks = ['"', '"a,', '"a\n', ',', 'a@b ', '<', 'unsub ', 'email,', '\n', '\u200B', 'status\n', '""', ' ', '1 ']
  const slow: string[] = []
  for (const mark of marks) {
    const ms = await loopMs(() => readList(mark.repeat(Math.floor(48_000 / mark.length))), 50)
    if (ms > 50) slow.push(`${JSON.stringify(mark)} ${ms} ms`)
  }
  expect(slow).toEqual([])
})

test('the zip of a service is read whole, and a file of it that is named so has nobody who may be asked', async () => {
  const files: Zipped[] = Object.entries({
    'subscribed_members_export_a1.csv': 'Email Address,First Name\non1@example.com,Ada\noff1@example.com,Bo',
    'unsubscribed_members_export_a1.csv': 'Email Address,UNSUB_TIME\nOFF1@example.com,2024-05-05 10:00:00',
    'cleaned_members_export_a1.csv': 'Email Address,CLEAN_TIME\noff2@example.com,2024-05-05 10:00:00',
    'nonsubscribed_members_export_a1.csv': 'Email Address,First Name\noff3@example.com,Cy',
    'picture.png': 'x@example.com',
  }).map(([name, content]) => ({ name, content }))
  const zip = zipOf(files)
  const { lines } = await readList(await textOfList(new Blob([zip])))
  const read = lines.flatMap((line) =>
    'address' in line ? [[line.address.toLowerCase(), line.hasEnded] as const] : [],
  )
  expect(Object.fromEntries(read)).toEqual({
    'on1@example.com': false,
    'off1@example.com': true,
    'off2@example.com': true,
    'off3@example.com': true,
  })
  const alone = new File(['Email\noff@example.com'], 'cleaned_members_export_a1.csv')
  expect((await readList(await textOfList(alone))).lines).toMatchObject([
    { address: 'off@example.com', hasEnded: true },
  ])
})

test('a zip of lists that cannot be read whole is refused: one of them may say who ended it', async () => {
  const list: Zipped = { name: 'subscribed.csv', content: 'Email\noff@example.com' }
  const ended: Zipped = { name: 'unsubscribed.csv', content: 'Email\noff@example.com' }
  const whole = zipOf([list, ended])
  const cut = [4, 40, whole.length - 30].map((bytes) => whole.subarray(0, bytes))
  for (const zip of cut) expect(textOfList(new File([zip], 'lists.zip'))).rejects.toThrow('“lists.zip” is cut off')
  for (const damage of [{ crc: 1 }, { isEncrypted: true }, { bytes: 30_000_000 }]) {
    const zip = zipOf([list, { ...ended, ...damage }])
    expect(textOfList(new Blob([zip]))).rejects.toThrow('“unsubscribed.csv” in this zip cannot be read.')
  }
})
