// Calls the tool `up_echo` of the MCP server at BACKSTOP_URL with one client, and prints the names of the tools and the answer.
const [, , name] = process.argv;
const url = `${process.env.BACKSTOP_URL}/mcp`;
const headers = { Authorization: `Bearer ${process.env.BACKSTOP_API_KEY}` };
const TOOL = 'up_echo';
const given = { message: name };

const CLIENTS = {
  async langchain() {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
    const client = new MultiServerMCPClient({ mcpServers: { backstop: { transport: 'http', url, headers } } });
    const tools = await client.getTools();
    const answer = await tools.find((tool) => tool.name === TOOL).invoke(given);
    await client.close();
    return { names: tools.map((tool) => tool.name), answer };
  },
  async 'ai-sdk'() {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const client = await createMCPClient({ transport: { type: 'http', url, headers } });
    const tools = await client.tools();
    const answer = await tools[TOOL].execute(given, { toolCallId: '1', messages: [] });
    await client.close();
    return { names: Object.keys(tools), answer };
  },
  async 'openai-agents'() {
    const { MCPServerStreamableHttp } = await import('@openai/agents');
    const server = new MCPServerStreamableHttp({ url, name: 'backstop', requestInit: { headers } });
    await server.connect();
    const tools = await server.listTools();
    const answer = await server.callTool(TOOL, given);
    await server.close();
    return { names: tools.map((tool) => tool.name), answer };
  },
};

console.log(JSON.stringify(await CLIENTS[name]()));
