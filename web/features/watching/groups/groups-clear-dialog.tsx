import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../../rules/plural.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { readGroupsAgain } from './groups-cache.ts'
import { useRestoreGroups } from './use-restore-groups.ts'
import { useWhichList } from './which-list.ts'

/** The whole list is to be emptied: what that means, before it is. */
export function GroupsClearDialog({ size, onClose }: { size: number; onClose: () => void }) {
  const cache = useQueryClient()
  const { of } = useWhichList()
  const restore = useRestoreGroups()
  const clear = useAct('groups', 'clearGroups', {
    onSuccess: ({ ids }) => {
      readGroupsAgain(cache)
      onClose()
      showActionToast('Список очищен', ids.length > 0 ? () => restore(ids) : null)
    },
  })
  return (
    <Modal opened onClose={onClose} title="Очистить список групп?" size={460}>
      <Stack>
        <p>
          Из списка {plural(size, ['уйдёт', 'уйдут', 'уйдут'])} {size.toLocaleString('ru')}{' '}
          {plural(size, ['группа', 'группы', 'групп'])}. Новых сообщений оттуда не будет, а прежние останутся в ленте. В
          течение суток список можно вернуть.
        </p>
        {clear.error && <AlertBox tone="bad">{sentenceOf(clear.error)}</AlertBox>}
        <Row gap={[2, 3]} align="center" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button color="red.9" loading={clear.isPending} onClick={() => clear.mutate(of)}>
            Очистить
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}
