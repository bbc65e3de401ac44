/** Changes an article. */
import {ActionForm, type ScreenProps} from 'nonet/screen'
import {ArticleFields, Editor} from './Editor'

export default function EditArticle({data: {article}, actions}: ScreenProps<'Edit article'>) {
  const {title, description, body, tags} = article
  return (
    <Editor heading="Edit article">
      <ActionForm
        action={actions.publish}
        record={article}
        initial={{title, description, body, tags: tags.map(({name}) => name).join(', ')}}
      >
        {parts => <ArticleFields {...parts} />}
      </ActionForm>
    </Editor>
  )
}
