import { readView } from '../../../../rules/filters/views.ts'
import { useProducts } from './use-products.ts'

/** What a view is called, by its key. */
export function useViewName(): (key: string) => string {
  const { products, names } = useProducts()
  return (key) => {
    const view = readView(key)
    if (!view) return 'Все сообщения'
    const { productType, productId, groupId } = view
    if (groupId !== null) return names.group(`${productId}/${groupId}`) ?? 'Группа'
    const product = products?.find((each) => each.productType === productType && each.id === productId)
    if (product?.name) return product.name
    if (productType === 'category') return names.category(productId) ?? 'Категория'
    return productType === 'project' ? `Проект ${productId}` : 'Группы'
  }
}
