import { expect, test } from 'bun:test'
import { saidDate } from '../../src/lib/time/said-date.ts'

test('a date is read in each way of writing that means one day, month or year for certain', () => {
  const days = [
    ...['2020-03-15', '2020-03-15T12:00:00Z', '2020-03-15 12:00', '20200315', '2020/03/15', '2020.3.15', ' 2020-3-15 '],
    ...['15.03.2020', '15/03/2020', '03/15/2020', '15-3-2020', '15 March 2020', 'March 15th, 2020', '15. März 2020'],
    ...[
      '15 de marzo de 2020',
      '15 mars 2020',
      '2020年3月15日',
      '２０２０年３月１５日',
      'Mar 15, 2020',
      '2020 March 15',
    ],
    ...['15-Mar-2020', '15/mars/2020', '2020-Mar-15', '20200315T120000Z', '15/03/2020 10:30', '03/15/2020 1:05 PM'],
    ...['Sun, 15 Mar 2020 12:00:00 GMT', '15 Mar 2020 00:00:00 +0100', 'Sonntag, 15. März 2020', '2020年3月15日（日）'],
  ]
  for (const text of days) expect([text, saidDate(text)]).toEqual([text, { year: 2020, date: '2020-03-15' }])
  for (const text of ['2020-03', '2020/3', '03/2020', '3.2020', 'March 2020', 'Mär 2020', '2020年3月']) {
    expect([text, saidDate(text)]).toEqual([text, { year: 2020, date: '2020-03' }])
  }
  expect(saidDate('1st of May 1999')).toEqual({ year: 1999, date: '1999-05-01' })
  expect(saidDate('05/05/2020')).toEqual({ year: 2020, date: '2020-05-05' })
})

test('of a date that may mean two days the year is read, and of no date nothing', () => {
  const years = [
    '2020',
    '03/04/2020',
    '3-4-2020',
    '2020-00-00',
    '2020-02-30',
    '2020-13-01',
    '31.02.2020',
    '2020 remaster',
    ...['Spring 2020', 'c. 2020', '© 2020', '(P) 2020'],
    '03/04/2020 10:30',
  ]
  for (const text of years) expect([text, saidDate(text)]).toEqual([text, { year: 2020 }])
  for (const text of [
    '',
    'unknown',
    '83',
    '15.03.20',
    '0000',
    '123456',
    '20201399999',
    'Song 2020 live in March',
    '二〇二〇',
  ]) {
    expect([text, saidDate(text)]).toEqual([text, undefined])
  }
})
