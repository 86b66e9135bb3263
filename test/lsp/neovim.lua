-- Neovim without a screen: attach, wait for diagnostics, hover, ask for actions, apply the first, save.
local path, loopfuse = vim.fn.argv(0), vim.fn.argv(1)
vim.cmd('edit ' .. path)
vim.bo.filetype = 'cpp'
local client = vim.lsp.start_client({ name = 'loopfuse', cmd = { loopfuse, 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
local function wait_for(what, condition)
  if not vim.wait(120000, condition) then
    io.stdout:write('no ' .. what .. '\n')
    vim.cmd('cquit')
  end
end
wait_for('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)
for _, d in ipairs(found) do
  io.stdout:write(string.format('%d:%d: %s [%s, %s]\n', d.lnum + 1, d.col + 1, d.message, d.code, d.source))
end
vim.api.nvim_win_set_cursor(0, { found[1].lnum + 1, found[1].col })
local at = vim.lsp.util.make_position_params()
for _, reply in pairs(vim.lsp.buf_request_sync(0, 'textDocument/hover', at, 120000)) do
  io.stdout:write('hover: ' .. reply.result.contents.value:gsub('\n', ' ') .. '\n')
end
local range = vim.lsp.util.make_range_params()
range.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0), only = { 'quickfix' } }
for _, reply in pairs(vim.lsp.buf_request_sync(0, 'textDocument/codeAction', range, 120000)) do
  for _, action in ipairs(reply.result) do
    io.stdout:write('action: ' .. action.title .. '\n')
  end
  vim.lsp.util.apply_workspace_edit(reply.result[1].edit, 'utf-16')
end
vim.cmd('write')
wait_for('end of the diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
io.stdout:write('fused\n')
vim.lsp.stop_client(client)
vim.cmd('qa!')
