/** A language model that can be installed. Sizes are in bytes; times are of one core of a common server. */
export interface Listed {
	name: string;
	title: string;
	licence: string;
	goodFor: string;
	/** Where it is on the hub, and the commit that is meant. */
	repository: string;
	revision: string;
	/** What is needed of it, and the SHA-256 where it is known. What is not known here, the hub says for this commit. */
	files: Record<string, string | null>;
	bytes: number;
	memoryBytes: number;
	secondsAPicture: number;
}

const GB = 1e9;
const MB = 1e6;

/**
 * Models with permissive licences, smallest first. Repositories, commits, file names and digests were looked up in public copies
 * of the hub and in projects that pin the same commits, in November 2026; none of the weights were run where this was written.
 * Not established: the digests of smolvlm2-500m, whose size is an estimate. Memory and seconds were measured for
 * random weights of 500 million parameters, and are estimates for the others.
 */
export const CATALOGUE: readonly Listed[] = [
	{
		name: 'smolvlm2-256m',
		title: 'SmolVLM2 256M',
		licence: 'Apache-2.0',
		goodFor: 'machines with little memory; often wrong',
		repository: 'HuggingFaceTB/SmolVLM2-256M-Video-Instruct',
		revision: '067788b187b95ebe7b2e040b3e4299e342e5b8fd',
		files: {
			'config.json': null,
			'generation_config.json': null,
			'preprocessor_config.json': null,
			'processor_config.json': null,
			'chat_template.json': null,
			'tokenizer.json': null,
			'tokenizer_config.json': null,
			'onnx/embed_tokens_q4.onnx': '64f62db97ca38a44b5ed8a225b75dbede2d069c9afc76696d63b89300d5edcd2',
			'onnx/vision_encoder_q4.onnx': '253d225bf96b6203118d16e57bb2890c2dc542dd989d484cb9541dc4d4ae719b',
			'onnx/decoder_model_merged_q4.onnx': 'ce4021b8e2242cbd4caac06b259e1b15e085c6a4b900af40f1e0abec7a6c6df2',
		},
		bytes: 268 * MB,
		memoryBytes: 0.7 * GB,
		secondsAPicture: 3,
	},
	{
		name: 'smolvlm2-500m',
		title: 'SmolVLM2 500M',
		licence: 'Apache-2.0',
		goodFor: 'small machines: what stands or lies there, its colour, simple text',
		repository: 'HuggingFaceTB/SmolVLM2-500M-Video-Instruct',
		revision: '7b375e1b73b11138ff12fe22c8f2822d8fe03467',
		files: {
			'config.json': null,
			'generation_config.json': null,
			'preprocessor_config.json': null,
			'processor_config.json': null,
			'chat_template.json': null,
			'tokenizer.json': '5ece781dc8d2b2f3e2f289ca0ae50b17cfc27dd27bfe7971bb8241e0b964331a',
			'tokenizer_config.json': null,
			'onnx/embed_tokens_q4.onnx': null,
			'onnx/vision_encoder_q4.onnx': null,
			'onnx/decoder_model_merged_q4.onnx': null,
		},
		bytes: 460 * MB,
		memoryBytes: 1 * GB,
		secondsAPicture: 5,
	},
	{
		name: 'qwen3.5-0.8b',
		title: 'Qwen3.5 0.8B',
		licence: 'Apache-2.0',
		goodFor: 'better answers, also about mails and in many languages',
		repository: 'onnx-community/Qwen3.5-0.8B-ONNX-OPT',
		revision: 'fafab72d87a9e6be3925b38caf48286d2838f2d0',
		files: {
			'config.json': '36fed6a902ccd06ef19a452bd5a0750bd88fe347d06ab75ef515615bac5b296d',
			'generation_config.json': 'dc0cbe66543f310896469b7b1448af792f403293a1080baaf04d586c57b23e48',
			'preprocessor_config.json': '6a970fd06f30e6943b3e2c14d5d3b42d49b06cf99b99103d56689bef462d90f8',
			'processor_config.json': '14932921ca485d458a04dafd8069fbb0a4505622a48208d19ed247115801385b',
			'chat_template.jinja': '273d8e0e683b885071fb17e08d71e5f2a5ddfb5309756181681de4f5a1822d80',
			'tokenizer.json': '89da80cc6689bef4d90cc1028249436975ffb0814618f1d93c65310e05801a9b',
			'tokenizer_config.json': 'fccbff64ebe09343aa2171028657f5b038db96fb4f657609bc76743eddfa3b9d',
			'onnx/embed_tokens_q4.onnx': '8773dcf4858f855bfce13def4356ca17e0bc516a477154496b6ffb6dd6d084dc',
			'onnx/embed_tokens_q4.onnx_data': '9210b1d26eb14136d3522584d17da14cc5f4b82b6f5607e6d80d59424a8cbe99',
			'onnx/vision_encoder_q4.onnx': '9b62022e77de4b22ca0bbc4453083c0cdeb8f967ccf13931d4c24c6e7c776177',
			'onnx/vision_encoder_q4.onnx_data': '98aebedf02fc5414fd1c7f06a6580b42e272600ace9ecd33bfbc479a0c541c64',
			'onnx/decoder_model_merged_q4.onnx': '7390858c80a67275d8cb81fb70f66a24d3b86fe333057c1312de09c184a2d41b',
			'onnx/decoder_model_merged_q4.onnx_data':
				'1a9165072dd51a9b6a917b6357a3686372b7429313022802cd4c9a730e8c9749',
		},
		bytes: 735 * MB,
		memoryBytes: 1.5 * GB,
		secondsAPicture: 10,
	},
	{
		name: 'qwen3-vl-2b',
		title: 'Qwen3-VL 2B',
		// The converted repository names no licence of its own.
		licence: 'Apache-2.0',
		goodFor: 'the best answers here, slowly: fewer than two pictures a minute on a core',
		repository: 'onnx-community/Qwen3-VL-2B-Instruct-ONNX',
		revision: '3e4136ea66ae6e07c110e64fe07da2e029517ab5',
		files: {
			'config.json': '85a783d2fc70cfaa46a7ea5fbed1ea0ad06ec120a3165bd75d464a77f566ab18',
			'generation_config.json': 'bf25bd273e561fe1196a04a35e9806c8f66bf260ae030d88b51dc9c76c37e797',
			'preprocessor_config.json': '6a970fd06f30e6943b3e2c14d5d3b42d49b06cf99b99103d56689bef462d90f8',
			'processor_config.json': '14932921ca485d458a04dafd8069fbb0a4505622a48208d19ed247115801385b',
			'chat_template.jinja': '3636d0f0bd6bef02654cdffdc447b79cb2cef8ab02cc75267345946291a489e4',
			'tokenizer.json': '40ae5d1ee027b985684a3bbeef4ee16b2b5697d1d90658bec5bc5d2a73018bd7',
			'tokenizer_config.json': '0364a2cb734b560ab69d4884ef694c8cbd36cbd3d8642c41013105524e41bb41',
			'onnx/embed_tokens_q4.onnx': '9499fcdba2e1cbbc172913fb2fb950d9b53de54b6a9338997b0956feb035bbad',
			'onnx/embed_tokens_q4.onnx_data': '6c3b078ca20e4233f27de203812ba74c6b29d5ae4208932857886582ec6aa50d',
			'onnx/vision_encoder_q4.onnx': '9e4585fdc96e118b27412133e3a37dca85f1abd471015accad9e76bc9959e6c3',
			'onnx/vision_encoder_q4.onnx_data': '4582e91d7221675fb1593ab2f13115aa8403f601be2d9826bb0a84619e62af5a',
			'onnx/decoder_model_merged_q4.onnx': '1c7b80033889ec7e5168e3d35942041e0aafcbb259a417f378da0432b434e04d',
			'onnx/decoder_model_merged_q4.onnx_data':
				'35b8960257384ebe1eb293646f52fdec8d5d25177f37edfb116d63a90f92756c',
		},
		bytes: 1535 * MB,
		memoryBytes: 2.6 * GB,
		secondsAPicture: 25,
	},
];
