import { expect, test } from 'vitest'
import { groupsAddress, readAskedGroups, type AskedGroups } from './groups-address.ts'

test('nothing asked is the newest first', () => {
  expect(readAskedGroups('')).toEqual({
    team: false,
    search: '',
    network: null,
    sort: 'createdAt',
    order: 'desc',
    limit: 20,
    page: 1,
  })
  expect(groupsAddress(readAskedGroups(''))).toBe('')
})

test('what makes no sense is as if it were not there', () => {
  expect(readAskedGroups('?resource=icq&sort=age&order=up&limit=7&page=-2')).toEqual(readAskedGroups(''))
})

test('what is written is read as it was', () => {
  const asked: AskedGroups = {
    team: true,
    search: 'Мамы & папы',
    network: 'vk',
    sort: 'followerCount',
    order: 'asc',
    limit: 50,
    page: 3,
  }
  expect(readAskedGroups(groupsAddress(asked))).toEqual(asked)
})
