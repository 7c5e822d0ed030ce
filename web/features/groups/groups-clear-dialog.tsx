import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../rules/plural.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct } from '../../kit/calls/use-call.ts'
import { showDeed } from '../../kit/ui/deed-notice.tsx'
import { Notice } from '../../kit/ui/notice.tsx'
import classes from './groups-dialog.module.css'
import { readGroupsAnew } from './groups-cache.ts'
import { useRestoreGroups } from './use-restore-groups.ts'

/** The whole list is to be emptied: what that means, before it is. */
export function GroupsClearDialog({ size, onClose }: { size: number; onClose: () => void }) {
  const cache = useQueryClient()
  const restore = useRestoreGroups()
  const clear = useAct('groups', 'clearGroups', {
    onSuccess: ({ ids }) => {
      readGroupsAnew(cache)
      onClose()
      showDeed('Список очищен', ids.length > 0 ? () => restore(ids) : null)
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Очистить список групп?"
      size={460}
      centered
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <div className={classes.form}>
        <p>
          Из списка {plural(size, ['уйдёт', 'уйдут', 'уйдут'])} {size.toLocaleString('ru')}{' '}
          {plural(size, ['группа', 'группы', 'групп'])}. Новых сообщений оттуда не будет, а прежние останутся в ленте. В
          течение суток список можно вернуть.
        </p>
        {clear.error && <Notice tone="bad">{sentenceOf(clear.error)}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button color="red.9" loading={clear.isPending} onClick={() => clear.mutate({})}>
            Очистить
          </Button>
        </div>
      </div>
    </Modal>
  )
}
