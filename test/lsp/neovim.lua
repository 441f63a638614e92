-- Run by neovim.slow.test.ts: opens a template, and writes down what Neovim's own client shows of it.
local folder, hotshift, answer = vim.env.FOLDER, vim.env.HOTSHIFT, {}
vim.cmd('edit ' .. folder .. '/a.yaml')
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = 'hotshift', cmd = { vim.env.NODE, hotshift, 'lsp', '--stdio' }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, client)
local function found() return vim.diagnostic.get(buffer) end
vim.wait(20000, function() return #found() > 0 end, 10)
answer.findings = vim.tbl_map(function(one) return (one.lnum + 1) .. ' ' .. one.code end, found())
vim.api.nvim_win_set_cursor(0, { 8, 29 })
vim.lsp.buf.definition()
vim.wait(5000, function() return vim.api.nvim_win_get_cursor(0)[1] == 3 end, 10)
answer.definition = vim.api.nvim_win_get_cursor(0)
vim.ui.select = function(items, _, choose) answer.offered = vim.tbl_map(function(one) return one[2].title end, items) choose(items[1], 1) end
vim.api.nvim_win_set_cursor(0, { 6, 12 })
vim.lsp.buf.code_action()
vim.wait(5000, function() return vim.api.nvim_buf_get_lines(buffer, 5, 6, false)[1]:find('Neutron') ~= nil end, 10)
answer.line = vim.api.nvim_buf_get_lines(buffer, 5, 6, false)[1]
vim.wait(5000, function() return #found() == 0 end, 10)
answer.after = #found()
vim.api.nvim_buf_set_lines(buffer, 8, 8, false, { '      na' })
vim.api.nvim_win_set_cursor(0, { 9, 8 })
local reply = vim.lsp.buf_request_sync(buffer, 'textDocument/completion', vim.lsp.util.make_position_params(), 5000)
answer.labels = vim.tbl_map(function(one) return one.label end, reply[client].result)
vim.lsp.stop_client(client)
local file = io.open(folder .. '/answer.json', 'w')
file:write(vim.json.encode(answer))
file:close()
vim.cmd('qa!')
