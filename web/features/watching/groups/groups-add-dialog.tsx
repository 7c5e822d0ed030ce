import { Modal } from '@mantine/core'
import { GroupsAddForm, type GroupsAddFormProps } from './groups-add-form.tsx'

export function GroupsAddDialog({ onClose, ...form }: GroupsAddFormProps & { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Добавить группы" size={560}>
      <GroupsAddForm {...form} />
    </Modal>
  )
}
