import { definePlugin, http, registerFileUpload } from '#web';

export default definePlugin({
  name: 'pictures',
  register() {
    // Files that are pasted or dropped into rich text, text areas and the inputs of files and pictures, or picked
    // beside them. What
    // the server refuses is shown at the field, in the user's language. `field.options` say what the field itself
    // takes.
    registerFileUpload(async (file, { signal, onProgress }) => {
      const body = new FormData();
      body.append('file', file);
      const { address } = await http.post<{ address: string }>('/admin/pictures/add', body, {
        quiet: true,
        signal,
        onProgress,
      });
      return address;
    });
  },
});
