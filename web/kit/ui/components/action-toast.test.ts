import { notificationsStore } from '@mantine/notifications'
import { expect, test } from 'vitest'
import { hideActionToast, showActionToast, showErrorToast } from './action-toast.tsx'

const shownFor = (): (number | boolean | undefined)[] =>
  notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)

test('what succeeded is shown for 5 seconds, and stays no longer than the next one', () => {
  showActionToast('Добавлено в избранное', null)
  showActionToast('Отмечено как спам', () => {})
  expect(shownFor()).toEqual([5_000])
  hideActionToast()
  expect(shownFor()).toEqual([])
})

test('what failed is shown for longer', () => {
  showErrorToast('Не получилось')
  expect(shownFor()).toEqual([8_000])
  hideActionToast()
})

test('what nothing else takes back can be taken back for longer', () => {
  showActionToast('Фильтр «Праздники» удалён', () => {}, { label: 'Вернуть' })
  expect(shownFor()).toEqual([20_000])
  hideActionToast()
})
